import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject } from '../../model/entry.ts';

/** The folder stands at the same place beside `src` and `dist`. */
const FOLDER = resolve(import.meta.dirname, '../../../openapi');

/** The seed's document, byte for byte: what `/explore` is judged by. */
export function readSeedDocument(): JsonObject {
  return readDocument('ard-explore-0.5.0.yaml');
}

/** Our own document, generated from the routes. */
export function readLarderDocument(): JsonObject {
  return readDocument('larder.yaml');
}

function readDocument(name: string): JsonObject {
  const document: unknown = parse(readFileSync(resolve(FOLDER, name), 'utf8'));
  if (!isJsonObject(document)) throw new Error(`openapi/${name} is not an OpenAPI document`);
  return document;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace', 'query'];

/** `METHOD /path` of every operation of a document. */
export function operationsOf(document: JsonObject): readonly string[] {
  const paths = isJsonObject(document.paths) ? Object.entries(document.paths) : [];
  return paths.flatMap(([path, item]) =>
    METHODS.filter((method) => isJsonObject(item) && Object.hasOwn(item, method)).map(
      (method) => `${method.toUpperCase()} ${path}`,
    ),
  );
}

/**
 * Holds routes and documents together. Throws with the list of operations that no route serves, and of routes
 * that our document does not describe.
 */
export function checkRoutes(routes: readonly string[], seed: JsonObject, larder: JsonObject): void {
  const served = new Set(routes);
  const described = new Set(operationsOf(larder));
  const missing = [...operationsOf(seed), ...described].filter((operation) => !served.has(operation));
  const undescribed = routes.filter((route) => !described.has(route));
  if (missing.length === 0 && undescribed.length === 0) return;
  const parts = [
    ...[...new Set(missing)].map((operation) => `${operation} stands in the documents and has no route`),
    ...undescribed.map((route) => `${route} has a route and does not stand in openapi/larder.yaml`),
  ];
  throw new Error(`the routes and the bundled documents differ:\n  ${parts.join('\n  ')}`);
}
