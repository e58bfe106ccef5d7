/** One text on its way over a pipe and what became of it, before a deadline. */
import type { Clock, Monotonic } from '../../../core/clock.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { oncePassed } from '../deadline.ts';
import type { Address, Reply, SendFailure } from '../transport.ts';
import type { Delivered } from './frame.ts';
import { isLonger } from './limits.ts';

export interface Exchange {
  readonly clock: Clock;
  readonly to: Address;
  readonly deadline: Monotonic;
  readonly maxReplyBytes: number;
  /** Sends it: `left` is to be called when it has left, `settled` with what came of it. Returns how to give it up. */
  readonly begin: (settled: (delivered: Delivered) => void, left: () => void) => () => void;
}

/** Never rejects; whatever comes after the deadline is given up, and reaches nobody. */
export function exchanged({
  clock,
  to,
  deadline,
  maxReplyBytes,
  begin,
}: Exchange): Promise<Result<Reply, SendFailure>> {
  return new Promise((resolve) => {
    let sentAt: Monotonic | undefined;
    const fail = (code: SendFailure['code'], detail: string): void => {
      callOff();
      resolve(err({ code, detail, ...(sentAt === undefined ? {} : { sentAt }), failedAt: clock.monotonic() }));
    };
    const callOff = oncePassed(clock, deadline, () => {
      giveUp();
      fail('DEADLINE_PASSED', `no reply from ${to}`);
    });
    const settled = (delivered: Delivered): void => {
      if (!delivered.ok) fail(delivered.failure.code as SendFailure['code'], delivered.failure.detail);
      else if (delivered.text !== undefined && isLonger(delivered.text, maxReplyBytes)) {
        fail('TOO_LARGE', `the reply has more than ${maxReplyBytes} bytes`);
      } else {
        callOff();
        const receivedAt = clock.monotonic();
        resolve(ok({ text: delivered.text, sentAt: sentAt ?? receivedAt, receivedAt }));
      }
    };
    const giveUp = begin(settled, () => {
      sentAt = clock.monotonic();
    });
  });
}
