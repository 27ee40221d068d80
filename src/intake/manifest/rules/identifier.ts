import { type JsonObject, member } from '../../../model/entry.ts';
import { isDomain } from '../../../model/publisher.ts';
import { quote } from '../../../model/quote.ts';
import { MAX_IDENTIFIER_LENGTH, parseIdentifier } from '../../../model/urn.ts';
import { faultAt, type Rule } from '../rule.ts';

const SHAPE = 'urn:air:<publisher domain>:<name>';
const EXAMPLE = 'urn:air:example.com:server:weather';

/** First labels that, with an unlikely last one, give reverse-DNS names away (`com.example`). */
const COMMON_TOP_LABELS = new Set(['com', 'org', 'net', 'io', 'dev', 'ai', 'app', 'co', 'gov', 'edu']);

/** v0.91 section 4.2 and appendix C. */
export const IDENTIFIER_RULES: readonly Rule[] = [
  {
    name: 'identifier-missing',
    level: 'error',
    check: (entry) => {
      const identifier = member(entry, 'identifier');
      if (identifier === undefined || identifier === null || identifier === '') {
        return faultAt(['identifier'], `The entry has no \`identifier\`. Give it one, such as ${EXAMPLE}.`);
      }
      if (typeof identifier === 'string') return [];
      return faultAt(['identifier'], `\`identifier\` is not a string. It is to be like ${EXAMPLE}.`);
    },
  },
  {
    name: 'identifier-syntax',
    level: 'error',
    check: (entry) => {
      const identifier = member(entry, 'identifier');
      if (typeof identifier !== 'string' || identifier === '' || parseIdentifier(identifier)) return [];
      return faultAt(['identifier'], explainSyntax(identifier));
    },
  },
  {
    name: 'identifier-legacy',
    level: 'warning',
    check: (entry) => {
      const parsed = identifierOf(entry);
      if (!parsed?.legacy) return [];
      const message = `\`identifier\` uses the older spelling urn:ai:. It is kept, and found under both; write ${quote(parsed.key)}.`;
      return faultAt(['identifier'], message);
    },
  },
  {
    name: 'publisher-localhost',
    level: 'warning',
    check: (entry) => {
      if (identifierOf(entry)?.publisher !== 'localhost') return [];
      const message =
        'The publisher is `localhost`, which is everybody. Name the domain that publishes the resource.';
      return faultAt(['identifier'], message);
    },
  },
  {
    name: 'publisher-domain',
    level: 'warning',
    check: (entry) => {
      const publisher = identifierOf(entry)?.publisher;
      if (publisher === undefined || publisher === 'localhost' || isDomain(publisher)) return [];
      const message = `The publisher ${quote(publisher)} is not a domain name, so nobody can be verified for it. Write a domain, as in ${EXAMPLE}.`;
      return faultAt(['identifier'], message);
    },
  },
  {
    name: 'publisher-reversed',
    level: 'warning',
    check: (entry) => {
      const publisher = identifierOf(entry)?.publisher;
      if (publisher === undefined || !isDomain(publisher) || !isReversed(publisher)) return [];
      const right = publisher.split('.').reverse().join('.');
      const message = `The publisher ${quote(publisher)} reads like a reversed domain name. If so, write ${quote(right)}.`;
      return faultAt(['identifier'], message);
    },
  },
];

/** `com.example` and `io.github.name`, but not `app.example.com` or `dev.example.uk`. */
function isReversed(publisher: string): boolean {
  const labels = publisher.split('.');
  const last = labels[labels.length - 1] ?? '';
  return COMMON_TOP_LABELS.has(labels[0] ?? '') && !COMMON_TOP_LABELS.has(last) && last.length > 2;
}

function identifierOf(entry: JsonObject) {
  const identifier = member(entry, 'identifier');
  return typeof identifier === 'string' ? parseIdentifier(identifier) : undefined;
}

function explainSyntax(identifier: string): string {
  const wrong = `\`identifier\` ${quote(identifier)} is not an ARD identifier`;
  if (identifier.length > MAX_IDENTIFIER_LENGTH) {
    return `\`identifier\` has ${identifier.length} characters; at most ${MAX_IDENTIFIER_LENGTH} are taken.`;
  }
  if (identifier.trim() !== identifier) return `${wrong}: remove the white space around it.`;
  if (!/^urn:/i.test(identifier)) return `${wrong}: it is to start with urn:air:, as in ${EXAMPLE}.`;
  if (!/^urn:air?:/i.test(identifier)) {
    const namespace = identifier.split(':')[1] ?? '';
    return `${wrong}: its namespace is ${quote(namespace)} and is to be air, as in ${EXAMPLE}.`;
  }
  if (identifier.split(':').length < 4) {
    return `${wrong}: a name is missing after the publisher. It is to be ${SHAPE}.`;
  }
  return `${wrong}: the parts of ${SHAPE} are not empty and consist of letters, digits, '.', '-' and (after the publisher) '_'.`;
}
