import { isJsonObject, type JsonObject, member } from '../../../model/entry.ts';
import { parseUrl } from '../../../model/parse-url.ts';
import { quote } from '../../../model/quote.ts';
import { faultAt, type Rule } from '../rule.ts';

/** Schemes that run what follows instead of naming a document. */
const SCRIPT_SCHEMES = new Set(['javascript:', 'vbscript:']);
const WEB_SCHEMES = new Set(['https:', 'http:']);

/** v0.91 section 4.3: the artifact is given by exactly one of `url` and `data`. */
export const LOCATOR_RULES: readonly Rule[] = [
  {
    name: 'url-or-data',
    level: 'error',
    check: (entry) => {
      const hasUrl = Object.hasOwn(entry, 'url');
      const hasData = Object.hasOwn(entry, 'data');
      if (hasUrl !== hasData) return [];
      return hasUrl
        ? faultAt([], 'The entry has both `url` and `data`. Keep exactly one of them.')
        : faultAt(
            [],
            'The entry has neither `url` nor `data`. Give the address of the artifact, or its content.',
          );
    },
  },
  {
    name: 'url-syntax',
    level: 'error',
    check: (entry) => {
      if (!Object.hasOwn(entry, 'url') || urlOf(entry) !== undefined) return [];
      const url = member(entry, 'url');
      if (typeof url !== 'string') return faultAt(['url'], '`url` is not a string. Write an absolute URI.');
      return faultAt(
        ['url'],
        `\`url\` ${quote(url)} is not an absolute URI. Write it whole, from https:// on.`,
      );
    },
  },
  {
    name: 'url-script',
    level: 'error',
    check: (entry) => {
      if (!SCRIPT_SCHEMES.has(urlOf(entry)?.protocol ?? '')) return [];
      return faultAt(['url'], '`url` is a script, not the address of a document. Write an https:// address.');
    },
  },
  {
    name: 'url-scheme',
    level: 'warning',
    check: (entry) => {
      const scheme = urlOf(entry)?.protocol;
      if (scheme === undefined || WEB_SCHEMES.has(scheme) || SCRIPT_SCHEMES.has(scheme)) return [];
      const message = `\`url\` has the scheme ${quote(scheme)}, which most callers cannot fetch. Give an https:// address where there is one.`;
      return faultAt(['url'], message);
    },
  },
  {
    name: 'url-plain-http',
    level: 'warning',
    check: (entry) => {
      const url = urlOf(entry);
      if (url?.protocol !== 'http:' || isLoopback(url.hostname)) return [];
      return faultAt(
        ['url'],
        '`url` is fetched over plain http, so anyone on the way can change it. Use https.',
      );
    },
  },
  {
    name: 'url-credentials',
    level: 'warning',
    check: (entry) => {
      const url = urlOf(entry);
      if (url === undefined || (url.username === '' && url.password === '')) return [];
      return faultAt(['url'], '`url` holds a user name or password, and entries are public. Take it out.');
    },
  },
  {
    name: 'data-empty',
    level: 'error',
    check: (entry) => {
      if (Object.hasOwn(entry, 'url') || member(entry, 'data') !== null) return [];
      return faultAt(['data'], '`data` is null. Put the artifact there, or its address into `url`.');
    },
  },
  {
    name: 'data-type',
    level: 'warning',
    check: (entry) => {
      const data = member(entry, 'data');
      if (data === undefined || data === null || isJsonObject(data)) return [];
      return faultAt(['data'], '`data` is not an object. Put the artifact document there as a JSON object.');
    },
  },
];

/** The URL of an entry when it is absolute and free of white space and control characters. */
function urlOf(entry: JsonObject): URL | undefined {
  const url = member(entry, 'url');
  if (typeof url !== 'string' || /[\s\p{Cc}]/u.test(url)) return undefined;
  return parseUrl(url);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}
