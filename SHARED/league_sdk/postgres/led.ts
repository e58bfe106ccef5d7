/** Parts of statements: which runs of leagues are led. */

/** A run that is held, as far as its lease says. */
export const HELD_NOW = 'archived IS NULL AND holder IS NOT NULL AND expires > clock_timestamp()';
/** The leagues that are led, and where. */
export const LED = `(SELECT league_id, address FROM league.runs WHERE ${HELD_NOW})`;
