import { createHash } from 'node:crypto';
import type { TextOrigin } from '../forage/operation.ts';
import { namespaceOf } from '../forage/operation-path.ts';
import type { PreparedOperation } from '../forage/prepare-operation.ts';
import type { AcceptedEntry } from '../model/accepted-entry.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import type { JsonObject } from '../model/entry.ts';
import { MAX_IDENTIFIER_LENGTH, parseIdentifier } from '../model/urn.ts';

export const CATALOG_TYPE = 'application/vnd.forage.catalog+json';
export const OPERATION_TYPE = 'application/vnd.forage.operation+json';

/** Publisher of a catalog that names none (DESIGN). */
export const DEFAULT_PUBLISHER = 'agent.localhost';

/** Namespaces that the entry of a catalog names as its capabilities; the rest are found by its operations. */
const MAX_CAPABILITIES = 64;

/** A revision as its entries name it. */
export interface ProjectedRevision {
  readonly catalog: string;
  readonly revision: string;
  readonly stamp: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** A domain name, lower case. */
  readonly publisher: string;
}

/**
 * The ARD entry of a catalog's revision (DESIGN, "One index over two kinds of input"). Like those of its operations it
 * has no `url`: that is the address of this registry, which is put in where the entry is shown.
 */
export function projectCatalog(
  about: ProjectedRevision,
  prepared: readonly PreparedOperation[],
): AcceptedEntry {
  const { catalog, revision, stamp, title, description, publisher } = about;
  const foreign = prepared.some(({ operation }) => operation.textOrigin === 'third_party');
  const textOrigin: TextOrigin = foreign ? 'third_party' : 'owner';
  const namespaces = new Set(prepared.map(({ operation }) => namespaceOf(operation.path)));
  return accept({
    identifier: `urn:air:${publisher}:${catalog}`,
    displayName: title === undefined || title.trim() === '' ? catalog : title,
    type: CATALOG_TYPE,
    ...(description === undefined ? {} : { description }),
    ...(namespaces.size === 0 ? {} : { capabilities: [...namespaces].slice(0, MAX_CAPABILITIES) }),
    metadata: { catalog, revision, stamp, operations: prepared.length, textOrigin },
  });
}

/** The ARD entry of one operation of a revision. */
export function projectOperation(about: ProjectedRevision, { operation }: PreparedOperation): AcceptedEntry {
  const { catalog, revision, stamp, publisher } = about;
  const { path, effect, description, capabilityNotes, tags, textOrigin } = operation;
  return accept({
    identifier: identifierOf(`urn:air:${publisher}:${catalog}:`, path),
    displayName: path,
    type: OPERATION_TYPE,
    ...(description === undefined ? {} : { description }),
    ...(capabilityNotes === undefined ? {} : { capabilities: [capabilityNotes] }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags }),
    metadata: { catalog, revision, stamp, namespace: namespaceOf(path), path, effect, textOrigin },
  });
}

function accept(entry: JsonObject & { readonly identifier: string }): AcceptedEntry {
  const json = canonicalJson(entry);
  const { key, publisher } = parseIdentifier(entry.identifier)!;
  return { key, publisher, json, digest: createHash('sha256').update(json).digest('hex') };
}

/**
 * Paths have every letter of JavaScript, identifiers only those of ASCII: others are spelled `-<hex>-`. No path has a
 * hyphen, so no two paths get the same name. One that becomes too long is named by its digest, which is no hex spelling.
 */
function identifierOf(prefix: string, path: string): string {
  const name = path.replace(/[^A-Za-z0-9_.]/gu, (char) => `-${char.codePointAt(0)!.toString(16)}-`);
  const identifier = `${prefix}${name}`;
  if (identifier.length <= MAX_IDENTIFIER_LENGTH) return identifier;
  return `${prefix}-sha256-${createHash('sha256').update(path).digest('hex')}`;
}
