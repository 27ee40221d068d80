import { member } from '../../../model/entry.ts';
import { MAX_VALUE_LENGTH } from '../../../model/field-path.ts';
import { faultAt, type Rule } from '../rule.ts';

/** C0, DEL and C1 control characters, and those that reverse the reading direction. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** v0.91 section 4.2: `displayName` is a human-readable name. */
export const DISPLAY_NAME_RULES: readonly Rule[] = [
  {
    name: 'display-name-missing',
    level: 'error',
    check: (entry) => {
      const name = member(entry, 'displayName');
      const blank = typeof name === 'string' && name.trim() === '';
      if (name !== undefined && name !== null && !blank) return [];
      return faultAt(
        ['displayName'],
        `\`displayName\` is ${blank ? 'blank' : 'missing'}. Give the resource a name.`,
      );
    },
  },
  {
    name: 'display-name-type',
    level: 'error',
    check: (entry) => {
      const name = member(entry, 'displayName');
      if (name === undefined || name === null || typeof name === 'string') return [];
      return faultAt(['displayName'], '`displayName` is not a string. Write the name as one string.');
    },
  },
  {
    name: 'display-name-control',
    level: 'warning',
    check: (entry) => {
      const name = member(entry, 'displayName');
      if (typeof name !== 'string' || !CONTROL.test(name)) return [];
      return faultAt(
        ['displayName'],
        '`displayName` holds control characters. Write it as plain text in one line.',
      );
    },
  },
  {
    name: 'display-name-length',
    level: 'warning',
    check: (entry) => {
      const name = member(entry, 'displayName');
      if (typeof name !== 'string' || name.length <= MAX_VALUE_LENGTH) return [];
      const message = `\`displayName\` has ${name.length} characters; beyond ${MAX_VALUE_LENGTH} it is neither counted nor filtered by. Put the details into \`description\`.`;
      return faultAt(['displayName'], message);
    },
  },
];
