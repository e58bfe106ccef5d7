/**
 * What every worker of the suite does before its tests. The counter of covered statements turns the cache of compiled code
 * off for its worker and for all that is started there; the processes of a league are not counted, and take half of their
 * time with it.
 */
delete process.env['NODE_DISABLE_COMPILE_CACHE'];
