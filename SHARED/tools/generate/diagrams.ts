/** The pictures of doc/diagrams, each with its Mermaid source beside it. */
import type { AgentsConfig } from '../../league_sdk/config_models.ts';
import { architectureMermaid, architecturePicture } from './architecture_picture.ts';
import { flowMermaid, flowPicture } from './flow_picture.ts';
import { stateMermaid, statePicture } from './state_picture.ts';

/** Path below doc to text; `config` says which agents are shipped. */
export function diagramFiles(config: AgentsConfig): ReadonlyMap<string, string> {
  return new Map([
    ['diagrams/architecture.svg', architecturePicture(config)],
    ['diagrams/architecture.mmd', architectureMermaid(config)],
    ['diagrams/message_flow.svg', flowPicture()],
    ['diagrams/message_flow.mmd', flowMermaid()],
    ['diagrams/state_machine.svg', statePicture()],
    ['diagrams/state_machine.mmd', stateMermaid()],
  ]);
}
