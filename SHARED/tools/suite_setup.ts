/** The set-up of every worker of the suite, before its tests: the processes they start are none of the suite's own. */

// The counter of covered statements turns the cache of compiled code off for all that its workers start. The processes of
// a league are not counted, and take half of their time with it.
delete process.env['NODE_DISABLE_COMPILE_CACHE'];
// It names the parent of the suite: a process that finds another one above it would end.
delete process.env['LEAGUE_PARENT_PID'];
// A worker has a channel to the suite, which is no launcher: what runs in it tells its lines on stderr. Nor does it outlive
// the suite.
if (process.send !== undefined) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
delete process.send;
// It names a database of the user's, which is none of the tests' business.
delete process.env['LEAGUE_DATABASE_URL'];
