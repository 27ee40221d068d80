import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { Scissors } from './annotations.ts';
import { MAX_TEMPLATE_LENGTH, MAX_TITLE_LENGTH } from './bounds.ts';
import { compileOperation, SingleCompilers } from './compile-operation.ts';
import { DocumentSchemas } from './document-schemas.ts';
import { createDrafter, type Draft, type FoundOperation, listFound } from './draft.ts';
import { chargeSchema, createBudget } from './expansion.ts';
import {
  type AuthenticationHint,
  listApiKeys,
  listAuthentication,
  listServers,
  type ServerHint,
} from './hints.ts';
import { createMethodNames } from './method-name.ts';
import type { OpenApiOperation, UnsupportedOperation } from './operation.ts';
import type { KeyParameter } from './parameters.ts';
import { type IntakeProfile, type IntakeRules, profileOf } from './profile.ts';
import { readDocument } from './read-document.ts';
import { createReferences, type References } from './references.ts';
import { attempt, OpenApiError, OperationRefusal } from './refusal.ts';

export interface NormalizeOptions {
  /** The parameter that carries the owner's credential where no API key scheme says so. */
  readonly authParameter?: { readonly in: 'query' | 'header' | 'cookie'; readonly name: string } | undefined;
  /** `strict` (the default) takes what can be called safely, `full` what can be described exactly. */
  readonly profile?: IntakeRules | undefined;
}

/** What becomes of a document. Every operation is in exactly one of the two lists, in the document's order. */
export interface NormalizedOpenApi {
  /** The version that the document is written in. */
  readonly openapi: string;
  readonly title: string;
  readonly servers: readonly ServerHint[];
  readonly authentication: readonly AuthenticationHint[];
  readonly operations: readonly OpenApiOperation[];
  readonly unsupported: readonly UnsupportedOperation[];
}

/**
 * Reads an OpenAPI 3.0 or 3.1 document (under the full profile 3.2 too), JSON or YAML, that its owner supplies. Fetches nothing, reads no
 * credential, executes nothing; hints admit no network address. Rules and bounds: docs/intake.md.
 *
 * Errors: `OpenApiError` when the document is refused whole. One operation never stops the others.
 */
export async function normalizeOpenApi(
  specText: string,
  options: NormalizeOptions = {},
): Promise<NormalizedOpenApi> {
  const authParameter = parseAuthParameter(options.authParameter);
  const rules = parseRules(options.profile);
  const { root, openapi, minor } = readDocument(specText, rules);
  const profile = profileOf(rules, minor);
  const references = await createReferences(root, rules);
  const keys = { apiKeys: listApiKeys(root, references), authParameter };

  const found = listFound(getPaths(root), references, profile);
  const draftOperation = createDrafter(keys, references, profile);
  const draft = (each: FoundOperation) => attempt(() => draftOperation(each));
  // Strict, all are looked at before the first is compiled; else one by one, so that no two are held at once.
  const charged = rules === 'strict' ? chargeDrafts(found.map(draft), references, profile) : undefined;
  const compilers =
    rules === 'strict'
      ? new SingleCompilers(references, profile)
      : new DocumentSchemas(root, references, profile);

  const nameMethod = createMethodNames();
  const operations: OpenApiOperation[] = [];
  const unsupported: UnsupportedOperation[] = [];
  for (const [at, each] of found.entries()) {
    const ready = charged?.[at] ?? draft(each);
    const result =
      ready instanceof OperationRefusal
        ? ready
        : attempt(() => compileOperation(ready, nameMethod, compilers, profile));
    if (result instanceof OperationRefusal) unsupported.push(toUnsupported(each, result));
    else operations.push(result);
  }
  return {
    openapi,
    title: titleOf(root),
    servers: listServers(root),
    authentication: listAuthentication(root, references),
    operations,
    unsupported,
  };
}

function parseAuthParameter(value: NormalizeOptions['authParameter']): KeyParameter | undefined {
  if (value === undefined) return undefined;
  const places: readonly unknown[] = ['query', 'header', 'cookie'];
  if (places.includes(value.in) && typeof value.name === 'string' && value.name !== '') return value;
  throw new OpenApiError(
    'option-invalid',
    '`authParameter` must be {in, name} with `in` one of query, header and cookie.',
  );
}

function parseRules(value: unknown): IntakeRules {
  if (value === undefined) return 'strict';
  if (value === 'strict' || value === 'full') return value;
  throw new OpenApiError('option-invalid', '`profile` must be strict or full.');
}

function getPaths(root: JsonObject): JsonObject {
  const paths = member(root, 'paths');
  if (paths === undefined) return {};
  if (isJsonObject(paths)) return paths;
  throw new OpenApiError('document-shape', 'The `paths` of the document are not an object.');
}

/** Charges the budget of the document for everything that would be decoded, before any of it is. */
function chargeDrafts(
  drafts: readonly (Draft | OperationRefusal)[],
  references: References,
  profile: IntakeProfile,
): readonly (Draft | OperationRefusal)[] {
  const budget = createBudget();
  const siblingsCount = profile.minor > 0;
  return drafts.map((draft) => {
    if (draft instanceof OperationRefusal) return draft;
    const refusals = schemasOf(draft).map((schema) =>
      chargeSchema(schema, references, budget, siblingsCount),
    );
    return refusals.find((refusal) => refusal !== undefined) ?? draft;
  });
}

function schemasOf({ exposed, body, output }: Draft): readonly Json[] {
  return [...exposed.map(({ schema }) => schema), body?.schema, output].filter((each) => each !== undefined);
}

function toUnsupported({ method, path }: FoundOperation, refusal: OperationRefusal): UnsupportedOperation {
  return {
    method,
    path: path.slice(0, MAX_TEMPLATE_LENGTH),
    code: refusal.code,
    reason: refusal.message,
  };
}

function titleOf(root: JsonObject): string {
  const info = member(root, 'info');
  const title = isJsonObject(info) ? member(info, 'title') : undefined;
  return typeof title === 'string' ? new Scissors().text(title, MAX_TITLE_LENGTH) : '';
}
