import { LarderError } from '../../errors.ts';
import type { NumberedRequest, WriterAnswer, WriterRequest } from './messages.ts';

/** Questions to another thread that wait for their answers. */
export interface Calls {
  make(request: WriterRequest): Promise<WriterAnswer>;
  resolve(number: number, answer: WriterAnswer): void;
  reject(number: number, error: LarderError): void;
  /** Rejects what waits and whatever comes. */
  end(why: () => LarderError): void;
}

interface Waiting {
  readonly resolve: (answer: WriterAnswer) => void;
  readonly reject: (error: LarderError) => void;
}

export function createCalls(send: (message: NumberedRequest) => void): Calls {
  const waiting = new Map<number, Waiting>();
  let made = 0;
  let ended: (() => LarderError) | undefined;

  const take = (number: number): Waiting => {
    const one = waiting.get(number);
    if (one === undefined) throw new LarderError('INTERNAL_ERROR', `No call has number ${number}.`);
    waiting.delete(number);
    return one;
  };

  return {
    make: (request) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) {
          reject(ended());
          return;
        }
        const number = ++made;
        waiting.set(number, { resolve, reject });
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
