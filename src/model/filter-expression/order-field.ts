import { nearest } from '../nearest.ts';
import { ORDER_FIELDS, type OrderField } from '../query.ts';

/** What people write for the ordered fields, lower case and without underscores. */
const ALIASES: ReadonlyMap<string, OrderField> = new Map([
  ['name', 'displayName'],
  ['title', 'displayName'],
  ['id', 'identifier'],
  ['urn', 'identifier'],
  ['publisherid', 'publisher'],
  ['mediatype', 'type'],
  ['created', 'firstSeen'],
  ['createdat', 'firstSeen'],
  ['createdafter', 'firstSeen'],
  ['creationtime', 'firstSeen'],
  ['updated', 'updatedAt'],
  ['updatedafter', 'updatedAt'],
  ['updatetime', 'updatedAt'],
  ['modified', 'updatedAt'],
  ['modifiedat', 'updatedAt'],
]);

/** Longest name that a suggestion is looked for; edit distance is quadratic. */
const MAX_SUGGESTED_LENGTH = 32;

/** The ordered field that a name, which is none, was probably meant to be. */
export function suggestOrderField(name: string): OrderField | undefined {
  if (name.length > MAX_SUGGESTED_LENGTH) return undefined;
  const letters = name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
  const alias = ALIASES.get(letters);
  if (alias !== undefined) return alias;
  const near = nearest(
    letters,
    ORDER_FIELDS.map((field) => field.toLowerCase()),
  );
  return ORDER_FIELDS.find((field) => field.toLowerCase() === near);
}
