/**
 * The package's main entry: catalogs of operations, without Node and without input or output.
 */
import { type Catalog, openCatalog } from './catalog.ts';
import { prepareCatalog } from './prepare-catalog.ts';
import type { CatalogInput } from './read-catalog.ts';
import { createSchemaWorkshop } from './schema-workshop.ts';

export type { Catalog, Forage } from './catalog.ts';
export { createForage } from './catalog.ts';
export type {
  Describe,
  NamespaceDescription,
  NamespaceQuestion,
  OperationDescription,
  OperationQuestion,
} from './describe.ts';
export { type ListPage, type ListQuestion, listOperations } from './list-operations.ts';
export type { Effect, Operation, OperationInput, SchemaInput, Summary, TextOrigin } from './operation.ts';
export type { CatalogInput } from './read-catalog.ts';
export { ForageError, type ForageReason } from './refusal.ts';
export type { SearchPage, SearchQuestion, SearchResult } from './search-operations.ts';

/**
 * Creates an immutable revision of a catalog: validates and copies its input, orders the operations and prepares
 * their descriptions. Errors: `ForageError`, whose `reason` is one of the table in `refusal.ts`.
 */
export function createCatalog(input: CatalogInput): Catalog {
  return openCatalog(prepareCatalog(input, createSchemaWorkshop()));
}
