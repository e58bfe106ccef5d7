/** The catalog of a manager, which shows its league as well; apart from those of other agents, which need none of this. */
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import type { Resources, Tool } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import type { Answer } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Manager } from '../../league_manager/manager.ts';
import type { ChangeFeed } from '../../league_manager/public/change_feed.ts';
import { leaguePrompts } from '../../league_manager/public/prompts.ts';
import type { PublicSource } from '../../league_manager/public/public_league.ts';
import { leagueResources, type ResourceSource } from '../../league_manager/public/resources.ts';
import type { CatalogParts } from './mcp_catalogs.ts';

interface ManagerCatalogOptions extends Pick<PublicSource, 'game' | 'data'>, Pick<Effects, 'disk'> {
  /** Tools that are not the manager's own: a seat for a model that plays. */
  readonly moreTools?: (answer: Answer) => readonly Tool[];
  /** Instructions for a model that plays by them. */
  readonly moreInstructions?: string;
}

/** The parts of a manager's catalog. They are made when it begins to listen, and show the manager once it has started. */
export class ManagerCatalog {
  readonly #options: ManagerCatalogOptions;
  readonly #started = Promise.withResolvers<Resources>();
  #source: ResourceSource | undefined;
  #resources: Resources | undefined;

  constructor(options: ManagerCatalogOptions) {
    this.#options = options;
  }

  /** From now on this manager is shown, and its feed tells of changes. */
  show({ league, settings, rows }: Pick<Manager, 'league' | 'settings' | 'rows'>, feed: ChangeFeed): void {
    this.#source = { ...this.#options, league, settings, rows, feed };
    this.#resources = leagueResources(this.#source);
    this.#started.resolve(this.#resources);
  }

  /** The catalog's parts beside the tools of the contracts. */
  readonly parts = (answer: Answer): CatalogParts => {
    const { moreTools, moreInstructions } = this.#options;
    return {
      tools: moreTools?.(answer) ?? [],
      ...(moreInstructions === undefined ? {} : { moreInstructions }),
      resources: this.#lateResources(),
      prompts: leaguePrompts(() => this.#shown(), moreInstructions),
    };
  };

  /** A client that is quicker than its manager finds an empty list, and waits for what it reads. */
  #lateResources(): Resources {
    const now = () => this.#resources;
    const { promise } = this.#started;
    return {
      list: () => now()?.list() ?? [],
      get families() {
        return now()?.families ?? [];
      },
      read: async (uri) => (await promise).read(uri),
      onChange(changed) {
        let stop: (() => void) | undefined;
        let isOver = false;
        void promise.then((resources) => {
          if (!isOver) stop = resources.onChange(changed);
        });
        return () => {
          isOver = true;
          stop?.();
        };
      },
    };
  }

  #shown(): PublicSource {
    if (this.#source === undefined) throw new Error('the league manager has not started yet');
    return this.#source;
  }
}
