import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import { printable } from '../../model/quote.ts';
import { pointerTo } from './pointer.ts';

/** Arrays that a message names; the nearest to the top come first. */
const MAX_ARRAYS_NAMED = 10;
/** Values looked at in search of them: the message is a hint and not worth more. */
const MAX_VALUES_VISITED = 10_000;
/** Longest pointer that a message repeats, in UTF-16 code units. */
const MAX_POINTER_LENGTH = 120;

/**
 * One sentence that names the arrays of a document without `entries`: what its author may have meant,
 * e.g. `Arrays found instead: /tools (1 item), /data (2 items).`
 */
export function describeArrays(document: JsonObject): string {
  const queue: { readonly pointer: string; readonly value: Json }[] = [{ pointer: '', value: document }];
  const found: string[] = [];
  for (let i = 0; i < queue.length && found.length <= MAX_ARRAYS_NAMED; i++) {
    const { pointer, value } = queue[i]!;
    if (pointer.length > MAX_POINTER_LENGTH) continue;
    if (Array.isArray(value)) {
      found.push(`${printable(pointer)} (${value.length} ${value.length === 1 ? 'item' : 'items'})`);
      for (const [at, item] of value.slice(0, MAX_VALUES_VISITED).entries()) {
        if (queue.length >= MAX_VALUES_VISITED) break;
        if (isJsonObject(item)) queue.push({ pointer: pointerTo(pointer, at), value: item });
      }
    } else if (isJsonObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        if (queue.length >= MAX_VALUES_VISITED) break;
        queue.push({ pointer: pointerTo(pointer, name), value: child });
      }
    }
  }
  if (found.length === 0) return 'No array was found instead.';
  const named = found.slice(0, MAX_ARRAYS_NAMED);
  const more = found.length > named.length ? ', and more' : '';
  return `Arrays found instead: ${named.join(', ')}${more}.`;
}
