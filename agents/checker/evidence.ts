/** What a check is judged from, and the shape of what is found. */
import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import type { MoveWords } from '../../SHARED/contracts/moves.ts';
import type { Violation } from '../../SHARED/contracts/violations.ts';
import type { Call, Exchange } from './watch.ts';

/** Skipped: it could not be tried. */
export type Status = 'passed' | 'warned' | 'failed' | 'skipped';

/** What a step found. */
export interface Finding {
  readonly status: Status;
  /** In a sentence. */
  readonly detail: string;
  /** The text that shows it, and what came back for it. */
  readonly sent?: string;
  readonly received?: string;
  /** The kind of breach it is, for a step that failed. */
  readonly violation?: Violation;
}

/** A match of the player in the league that was played, as its manager decided it. */
export interface CheckedMatch {
  readonly match_id: string;
  readonly opponent_id: string;
  readonly result: 'won' | 'drawn' | 'lost';
  /** The player's own fault, the sentence that a league has for it, and the rule that its referee saw broken. */
  readonly fault?: { readonly cause: string; readonly sentence: string; readonly violation?: Violation | undefined };
}

/** Everything the steps are judged from. */
export interface Evidence {
  /** Undefined: it has not registered here. */
  readonly registered: { readonly player_id: string; readonly endpoint: string } | undefined;
  readonly dialect: DialectName;
  readonly game_type: string;
  readonly words: Pick<MoveWords, 'call' | 'answer'>;
  readonly calls: readonly Call[];
  readonly exchanges: readonly Exchange[];
  readonly matches: readonly CheckedMatch[];
  /** How many matches were to be played. */
  readonly wanted: number;
  readonly limitsMs: { readonly join: number; readonly move: number; readonly other: number };
  /** How the program of the player ended, where that was too early. */
  readonly ended?: string | undefined;
}
