import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { LarderError } from '../../errors.ts';

/** Taking in so many verdicts holds the receiving thread for a millisecond or two. */
const SLICE_ITEMS = 500;

/** A long list on its way to another thread, which would otherwise have to take it in at one go. */
export interface SlicedList {
  readonly length: number;
  /** To be transferred. */
  readonly port: MessagePort;
}

export function sliceList(items: readonly unknown[]): SlicedList {
  const { port1, port2 } = new MessageChannel();
  for (let from = 0; from < items.length; from += SLICE_ITEMS) {
    port1.postMessage(items.slice(from, from + SLICE_ITEMS));
  }
  return { length: items.length, port: port2 };
}

/** Takes the list in, a slice in each turn of the event loop. */
export async function joinList<T>({ length, port }: SlicedList): Promise<readonly T[]> {
  const items: T[] = [];
  while (items.length < length) {
    const received: { readonly message: readonly T[] } | undefined = receiveMessageOnPort(port);
    if (received === undefined)
      throw new LarderError('INTERNAL_ERROR', 'A part of a long answer is missing.');
    items.push(...received.message);
    await setImmediate();
  }
  port.close();
  return items;
}
