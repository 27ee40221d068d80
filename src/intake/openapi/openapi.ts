/** The package's entry `larder/openapi`. It runs on a host: the reference resolver wants Node. */
export { type NormalizedOpenApi, type NormalizeOptions, normalizeOpenApi } from './normalize-openapi.ts';
export type { IntakeRules } from './profile.ts';
export { type OpenApiTable, parseOpenApiTable, type Selection, selectOperations } from './table.ts';
