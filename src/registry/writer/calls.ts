import { LarderError } from '../../errors.ts';
import type { NumberedRequest, WriterAnswer, WriterRequest } from './messages.ts';
import { checkWaiting } from './waiting-writes.ts';

/** Questions to another thread that wait for their answers. */
export interface Calls {
  /** Errors: the other side's; UNAVAILABLE after `end`, and for a write when too many wait. */
  make(request: WriterRequest): Promise<WriterAnswer>;
  resolve(number: number, answer: WriterAnswer): void;
  reject(number: number, error: LarderError): void;
  /** Rejects what waits and whatever comes. */
  end(why: () => LarderError): void;
}

interface Waiting {
  /** Code units of the texts that were sent. */
  readonly length: number;
  readonly resolve: (answer: WriterAnswer) => void;
  readonly reject: (error: LarderError) => void;
}

export function createCalls(send: (message: NumberedRequest) => void): Calls {
  const waiting = new Map<number, Waiting>();
  let made = 0;
  let lengthOfAll = 0;
  let ended: (() => LarderError) | undefined;

  const take = (number: number): Waiting => {
    const one = waiting.get(number);
    if (one === undefined) throw new LarderError('INTERNAL_ERROR', `No call has number ${number}.`);
    waiting.delete(number);
    lengthOfAll -= one.length;
    return one;
  };

  return {
    make: (request) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) {
          reject(ended());
          return;
        }
        const length = lengthOf(request);
        // Here and not only in the other thread, which takes nothing in while it builds: what is sent piles up before it.
        if (isWrite(request)) checkWaiting(waiting.size, lengthOfAll + length);
        const number = ++made;
        waiting.set(number, { length, resolve, reject });
        lengthOfAll += length;
        send({ number, request });
      }),
    resolve: (number, answer) => take(number).resolve(answer),
    reject: (number, error) => take(number).reject(error),
    end(why) {
      ended = why;
      for (const { reject } of waiting.values()) reject(why());
      waiting.clear();
    },
  };
}

/** A check that the store can be written, of which there is one at a time, and the end are not refused. */
function isWrite({ method }: WriterRequest): boolean {
  return method !== 'checkWritable' && method !== 'close';
}

function lengthOf(request: WriterRequest): number {
  let length = 0;
  for (const member of Object.values(request)) {
    const texts: readonly unknown[] = typeof member === 'object' ? Object.values(member) : [member];
    for (const text of texts) if (typeof text === 'string') length += text.length;
  }
  return length;
}
