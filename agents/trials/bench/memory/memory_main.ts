/** The entry of a process that plays leagues in memory: waits to be handed its part, and tells what it has measured. */
import { note } from '../../../launcher/processes/child.ts';
import { type MemoryPart, playInMemory } from './memory_slice.ts';

process.once('message', (part: MemoryPart) => void playInMemory(part, note));
