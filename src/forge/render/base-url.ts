import { invalidArgument, type LarderError } from '../../errors.ts';
import { parseUrl } from '../../model/parse-url.ts';
import { quote } from '../../model/quote.ts';
import { encodeText, isPathStep } from './encode.ts';
import { MissingVariable } from './missing-variable.ts';
import type { Variables } from './rendered-request.ts';

/** A piece of an address: as written, or the name of a variable. */
type Piece = { readonly text: string } | { readonly variable: string };

/** `transport.url`, taken apart. */
export interface BaseUrl {
  readonly scheme: 'https' | 'http';
  readonly host: readonly Piece[];
  /** `:8443`, or empty. */
  readonly port: string;
  readonly path: readonly Piece[];
  /** Names of the variables in host and path. */
  readonly variables: readonly string[];
}

/** Why an address is none for a spec. */
export interface UrlFault {
  readonly code: 'url-scheme' | 'url-variable' | 'url-userinfo' | 'url-query' | 'url-form';
  readonly message: string;
}

const HOST = /^[A-Za-z0-9.-]+$/;
const VARIABLE_NAME = /^[A-Z0-9_]+$/;
/** `pchar` of RFC 3986 and the slash, without what URL parsers rewrite. */
const PATH = /^(?:[A-Za-z0-9\-._~!$&()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
/** Stands for a variable where the rest of an address is looked at: a value that every place takes. */
const SAMPLE = 'x1';

/** Takes an address apart; a fault where a rule of specs is broken. */
export function readBaseUrl(url: string): BaseUrl | UrlFault {
  const scheme = url.startsWith('https://') ? 'https' : url.startsWith('http://') ? 'http' : undefined;
  if (scheme === undefined) {
    if (url.startsWith('${')) {
      return fault(
        'url-variable',
        'The scheme is written out: a variable stands in the host or the path only.',
      );
    }
    return fault('url-scheme', 'An address starts with https://, or with http:// for this machine.');
  }
  const rest = url.slice(scheme.length + 3);
  const end = rest.search(/[/?#\\]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  const tail = end === -1 ? '' : rest.slice(end);
  if (authority.includes('@')) {
    return fault('url-userinfo', 'An address has no user and password; name their variables in `auth`.');
  }
  if (/[?#]/.test(tail)) {
    return fault(
      'url-query',
      'An address has no query and no fragment; a query belongs to the request of a tool.',
    );
  }
  const [, name = '', port = ''] = /^(.*?)(:[0-9]*)?$/s.exec(authority) ?? [];
  const host = readPieces(name);
  const path = readPieces(tail);
  if (host === undefined || path === undefined) {
    return fault(
      'url-variable',
      `A variable is written \${NAME}, in capitals, digits and underscores, in the host or the path.`,
    );
  }
  const sample = (pieces: readonly Piece[]) =>
    pieces.map((piece) => ('text' in piece ? piece.text : SAMPLE)).join('');
  const written = `${scheme}://${sample(host)}${port}${sample(path)}`;
  const isHost = HOST.test(sample(host)) || /^\[[0-9A-Fa-f:.]+\]$/.test(name);
  const normal = parseUrl(written)?.href;
  if (!isHost || !PATH.test(sample(path)) || normal === undefined) {
    return fault(
      'url-form',
      'An address is https://HOST/PATH, with what is special in the path percent-encoded.',
    );
  }
  if (normal !== withSlash(lowerHost(written))) {
    return fault('url-form', `Clients would change this address into ${quote(normal)}; write it that way.`);
  }
  const variables = [...host, ...path].flatMap((piece) => ('variable' in piece ? [piece.variable] : []));
  return { scheme, host, port, path, variables: [...new Set(variables)] };
}

export function isUrlFault(value: BaseUrl | UrlFault): value is UrlFault {
  return 'message' in value;
}

/** True for hosts that only this machine can reach, as they stand in an address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(host);
}

/**
 * The address with its variables filled in, without a slash at its end where `trimmed`.
 *
 * Errors: `MissingVariable`; INVALID_ARGUMENT for a value that would change what the address means. Values are
 * not shown.
 */
export function expandBaseUrl(base: BaseUrl, variables: Variables): string {
  const read = (name: string): string => {
    const value = variables(name);
    if (value === undefined || value === '') throw new MissingVariable(name, 'the address of the API');
    return value;
  };
  const host = base.host.map((piece) => ('text' in piece ? piece.text : hostValue(piece.variable, read)));
  const path = base.path.map((piece) => ('text' in piece ? piece.text : pathValue(piece.variable, read)));
  const url = `${base.scheme}://${host.join('').toLowerCase()}${base.port}${path.join('')}`;
  if (parseUrl(url)?.href === withSlash(url)) return url;
  throw wrongValue(base.variables.join(', '), 'with it the address is none that clients leave as it is');
}

function hostValue(name: string, read: (name: string) => string): string {
  const value = read(name);
  const isName =
    HOST.test(value) && /^[A-Za-z0-9].*[A-Za-z0-9]$|^[A-Za-z0-9]$/.test(value) && !value.includes('..');
  if (isName) return value;
  throw wrongValue(
    name,
    'it stands in the host of the address, so it has letters, digits, dots and hyphens only',
  );
}

function pathValue(name: string, read: (name: string) => string): string {
  const value = read(name);
  const encoded = isPathStep(value) ? undefined : encodeText(value);
  if (encoded !== undefined) return encoded;
  throw wrongValue(name, 'it stands in the path of the address, so it is no dot segment');
}

function wrongValue(name: string, rule: string): LarderError {
  return invalidArgument(`The environment variable ${name} has a value that does not fit: ${rule}.`);
}

/** The pieces of host or path; undefined where a variable is not written as one. */
function readPieces(text: string): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('${', at);
    const literal = start === -1 ? text.slice(at) : text.slice(at, start);
    if (/[{}]/.test(literal)) return undefined;
    if (literal !== '') pieces.push({ text: literal });
    if (start === -1) return pieces;
    const end = text.indexOf('}', start);
    const variable = text.slice(start + 2, end);
    if (end === -1 || !VARIABLE_NAME.test(variable)) return undefined;
    pieces.push({ variable });
    at = end + 1;
  }
}

function lowerHost(url: string): string {
  const start = url.indexOf('://') + 3;
  const slash = url.indexOf('/', start);
  const end = slash === -1 ? url.length : slash;
  return url.slice(0, start) + url.slice(start, end).toLowerCase() + url.slice(end);
}

/** URL parsers end an address that has no path with a slash. */
function withSlash(url: string): string {
  return url.indexOf('/', url.indexOf('://') + 3) === -1 ? `${url}/` : url;
}

function fault(code: UrlFault['code'], message: string): UrlFault {
  return { code, message };
}
