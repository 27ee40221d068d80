import { invalidArgument } from '../../errors.ts';
import { ORDER_FIELDS, type Order, type OrderField } from '../query.ts';
import { quote } from '../quote.ts';
import { suggestOrderField } from './order-field.ts';
import { createScanner, type Scanner } from './scanner.ts';

/** Longest `orderBy`, in UTF-16 code units: every field once, with room to spare. */
export const MAX_ORDER_BY_LENGTH = 256;

/**
 * Parses the `orderBy` of `GET /agents` (v0.91 section 5.3.5): fields of the closed list, each with ASC (the
 * default) or DESC, separated by commas: `displayName`, `type, updatedAt DESC`. Blank text orders by
 * identifier, and gives no fields.
 *
 * Errors: INVALID_ARGUMENT with the 1-based position and, where it can be guessed, what was meant.
 */
export function parseOrderBy(text: string): readonly Order[] {
  if (text.length > MAX_ORDER_BY_LENGTH) {
    throw invalidArgument(
      `orderBy is invalid at position ${MAX_ORDER_BY_LENGTH + 1}: it has ${text.length} characters, and at most ${MAX_ORDER_BY_LENGTH} are taken.`,
    );
  }
  const scanner = createScanner('orderBy', text);
  const orders: Order[] = [];
  if (scanner.atEnd()) return orders;
  do {
    const position = scanner.position();
    const field = parseField(scanner);
    if (orders.some((order) => order.field === field)) {
      throw invalidArgument(`orderBy is invalid at position ${position}: ${field} stands there twice.`);
    }
    orders.push({ field, descending: parseDescending(scanner) });
  } while (scanner.take(','));
  if (!scanner.atEnd()) throw scanner.fault(scanner.position(), 'a comma or the end');
  return orders;
}

function parseField(scanner: Scanner): OrderField {
  const position = scanner.position();
  const name = scanner.readName();
  if (name === undefined) throw scanner.fault(position, 'a field');
  const field = ORDER_FIELDS.find((candidate) => candidate === name.text);
  if (field !== undefined) return field;
  const meant = suggestOrderField(name.text);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw invalidArgument(
    `orderBy is invalid at position ${position}: ${quote(name.text)} is no field to order by.${hint} The fields are ${ORDER_FIELDS.join(', ')}.`,
  );
}

function parseDescending(scanner: Scanner): boolean {
  const position = scanner.position();
  const word = scanner.readName();
  const direction = word?.text.toUpperCase();
  if (direction === undefined || direction === 'ASC') return false;
  if (direction === 'DESC') return true;
  throw scanner.fault(position, 'ASC, DESC, a comma or the end');
}
