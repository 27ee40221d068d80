import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { parseUrl } from '../../model/parse-url.ts';
import { MAX_AUTHENTICATION_HINTS, MAX_SERVER_URL_LENGTH, MAX_SERVERS, MAX_TITLE_LENGTH } from './bounds.ts';
import type { KeyParameter } from './parameters.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';

/** Where the provider says that the API is. It admits no network address and selects no credential. */
export interface ServerHint {
  /** HTTPS without userinfo, variables filled by their defaults; or relative to where the document was found. */
  readonly url: string;
  readonly relative: boolean;
}

/** How the provider says that callers authenticate. */
export interface AuthenticationHint {
  /** Its name in the document. */
  readonly scheme: string;
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  /** Of an API key: where it goes. */
  readonly in?: string;
  /** Of an API key, the parameter's name; of `http`, the authentication scheme, such as bearer. */
  readonly name?: string;
  /** Of `oauth2`: the names of its flows. */
  readonly flows?: readonly string[];
}

const TYPES = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'] as const;
const FLOWS = ['implicit', 'password', 'clientCredentials', 'authorizationCode'];

/** The servers of the document that may be hints at all; the others are left out. */
export function listServers(root: JsonObject): readonly ServerHint[] {
  const servers = member(root, 'servers');
  if (servers === undefined || (Array.isArray(servers) && servers.length === 0)) {
    return [{ url: '/', relative: true }];
  }
  if (!Array.isArray(servers)) return [];
  return servers
    .slice(0, MAX_SERVERS)
    .map((server: Json) => (isJsonObject(server) ? findServer(server) : undefined))
    .filter((hint) => hint !== undefined);
}

function findServer(server: JsonObject): ServerHint | undefined {
  const template = member(server, 'url');
  if (typeof template !== 'string' || template.length > MAX_SERVER_URL_LENGTH) return undefined;
  const variables = member(server, 'variables');
  let filled = true;
  const url = template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) ? member(variables, name) : undefined;
    const value = isJsonObject(variable) ? member(variable, 'default') : undefined;
    if (typeof value === 'string') return value;
    filled = false;
    return whole;
  });
  // A URL parser drops or replaces these without a word.
  if (!filled || url.length > MAX_SERVER_URL_LENGTH || /[\\\p{C}\s{}]/u.test(url)) return undefined;
  if (url.startsWith('//') || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(url)) {
    const parsed = parseUrl(url);
    const safe = parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '';
    return safe && !/^https:\/\/[^/?#]*@/i.test(url) ? { url, relative: false } : undefined;
  }
  return { url, relative: true };
}

/** The security schemes of the document, by what can be said of them without a URL or a secret. */
export function listAuthentication(root: JsonObject, references: References): readonly AuthenticationHint[] {
  return listSchemes(root, references)
    .slice(0, MAX_AUTHENTICATION_HINTS)
    .map(([scheme, object]) => toHint(scheme, object))
    .filter((hint) => hint !== undefined);
}

/** Where API keys go, of all schemes that the document declares, whether an operation asks for them or not. */
export function listApiKeys(root: JsonObject, references: References): readonly KeyParameter[] {
  return listSchemes(root, references).flatMap(([, object]) => {
    const place = member(object, 'in');
    const name = member(object, 'name');
    const isKey =
      member(object, 'type') === 'apiKey' && typeof place === 'string' && typeof name === 'string';
    return isKey ? [{ in: place, name }] : [];
  });
}

function listSchemes(root: JsonObject, references: References): [string, JsonObject][] {
  const components = member(root, 'components');
  const schemes = isJsonObject(components) ? member(components, 'securitySchemes') : undefined;
  if (!isJsonObject(schemes)) return [];
  return Object.entries(schemes).flatMap(([name, value]) => {
    const object = findResolved(value, references);
    return isJsonObject(object) ? [[name, object]] : [];
  });
}

function findResolved(value: Json, references: References): Json | undefined {
  try {
    return references.resolve(value);
  } catch (error) {
    if (error instanceof OperationRefusal) return undefined;
    throw error;
  }
}

function toHint(scheme: string, object: JsonObject): AuthenticationHint | undefined {
  const type = TYPES.find((known) => known === member(object, 'type'));
  if (type === undefined) return undefined;
  const place = member(object, 'in');
  const name = member(object, type === 'http' ? 'scheme' : 'name');
  const flows = member(object, 'flows');
  return {
    scheme: scheme.slice(0, MAX_TITLE_LENGTH),
    type,
    ...(type === 'apiKey' && typeof place === 'string' ? { in: place.slice(0, MAX_TITLE_LENGTH) } : {}),
    ...((type === 'apiKey' || type === 'http') && typeof name === 'string'
      ? { name: name.slice(0, MAX_TITLE_LENGTH) }
      : {}),
    ...(type === 'oauth2' && isJsonObject(flows)
      ? { flows: FLOWS.filter((flow) => Object.hasOwn(flows, flow)) }
      : {}),
  };
}
