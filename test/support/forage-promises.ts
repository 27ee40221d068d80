/**
 * The promises of catalogs, sentence by sentence: what the contract says, each under an id that the titles of the
 * tests carry in square brackets, `it('pages in order [list-order]', …)`. A sentence about the same thing as the one
 * before shares its id. `forage-promises.test.ts` holds that every promise has a test.
 */
export const FORAGE_PROMISES = {
  'core-discovers':
    'Forage lists, searches and describes a catalog of operations that a host has already provided. It does not execute that capability or grant permission to use it.',
  'core-contents': 'A catalog has a caller-supplied revision and a set of operations.',
  'core-operation':
    'Each operation has a unique dotted path, an input schema, and optional description, capability notes, instructions, and output schema.',
  'core-validates': 'Forage validates the catalog.',
  'core-ordered': 'Forage orders its operations deterministically.',
  'core-prepared': 'Forage prepares descriptions once when the catalog is created.',
  'core-immutable': 'To change the catalog, create a new revision instead of mutating the existing one.',
  'core-operation-fits': 'Every operation must fit one complete description.',
  'core-aggregate-bounded': 'The catalog’s aggregate metadata remains bounded.',
  'core-broad-namespace':
    'A whole namespace can exceed a description response without making its individually describable operations unavailable.',
  'core-broad-advice':
    'Use paged list({ namespace }) and describe one operation or select methods when a broad namespace description exceeds the response bound.',
  'core-broad-shapes': 'This applies equally to flat namespaces and broad parents of nested namespaces.',
  'core-never-truncated': 'Responses are never truncated and the response bound is unchanged.',
  'search-ranks': 'search ranks matching operations.',
  'describe-bounded': 'describe returns a bounded TypeScript description for one operation or a namespace.',
  'describe-schema':
    'Operation descriptions also include inputSchema, projected from the same validator through Standard JSON Schema, so callers can see length, range and array bounds that TypeScript cannot express.',
  'describe-env':
    'Paths may have any namespace depth; descriptions declare a callable nested env with the operation’s input and output types.',
  'describe-aliases':
    'Generated type aliases separate every path segment with $: computer.echo declares computer$echo_Input and computer$echo_Output, and the nested computers.local.files.read declares computers$local$files$read_Input and computers$local$files$read_Output.',
  'describe-aliases-distinct':
    'This keeps paths with underscores distinct from nested paths. The same rule applies at every depth.',
  'stamp-identity':
    'stamp() returns a stable identity for the sorted catalog metadata, including schema projections, capability notes and instructions.',

  'list-once':
    'forage.list({limit?, cursor?, namespace?}) (or catalog.list directly) enumerates every registered operation exactly once.',
  'list-order':
    'Ordering is by namespace (the first path segment), then full operation path, compared by UTF-16 code units, not locale.',
  'list-registration': 'Registration order never changes it.',
  'list-no-peers': 'Equivalent operations are not merged into peers, unlike search.',
  'list-page': 'Each page has results, total, catalogStamp and nextCursor.',
  'list-summary':
    'Results use the same summary schema as search (path, description, sample and capability notes); score is zero because listing does not rank matches.',
  'list-limit': 'The default and maximum limit is 50; the minimum is 1.',
  'list-end': 'Follow nextCursor until it is null.',
  'list-total':
    'Total counts all operations under the selected namespace, including its nested namespaces, not just this page.',
  'list-namespace': 'For example, namespace: "apps.bazaar" also selects apps.bazaar.windows.open.',
  'list-unknown':
    'An absent namespace means every namespace; an unknown namespace returns an empty page with total zero.',
  'list-cursor-bound': 'Cursors are opaque to callers and belong to one catalog stamp and namespace filter.',
  'list-cursor-refused':
    'Reusing a cursor after either changes fails explicitly. Begin a fresh listing instead.',
  'list-narrowed':
    'A host that narrows a guest’s bound operations filters the existing summaries and uses the same listOperations owner before paging.',
  'list-no-leak': 'It does not introduce another registry or leak unbound paths.',
  'list-others-unchanged': 'Search and describe keep their existing contracts.',

  'openapi-entry':
    'Import normalizeOpenApi and parseOpenApiTable from the openapi entry on the host. Discovery consumers use the core entrypoint without importing intake.',
  'openapi-versions':
    'normalizeOpenApi(specText, {authParameter?}) accepts owner-supplied OpenAPI 3.0/3.1 JSON or YAML.',
  'openapi-returns':
    'It returns server and authentication hints plus supported operations and explicit unsupported-operation reasons.',
  'openapi-no-io': 'It performs no fetch, credential access or execution.',
  'openapi-swagger2': 'Swagger 2 must be converted first.',
  'openapi-bounds': 'Intake is bounded to 2 MiB, depth 32, 50,000 nodes and 500 operations.',
  'openapi-aliases': 'YAML aliases and external references are refused.',
  'openapi-references':
    'Local references are resolved by JSON Schema Ref Parser with file and HTTP resolvers disabled; recursive schemas are unsupported.',
  'openapi-expansion':
    'The expansion budget counts every shared-reference occurrence before recursive schema decoding or compilation.',
  'openapi-one-compiler': 'Input and declared JSON success schemas use the same compiler as App methods.',
  'openapi-never-widened':
    'Schemas with constraints the supported compiler subset cannot preserve are unsupported, rather than widened.',
  'openapi-parameters':
    'Operations expose scalar path/query/header parameters with default OpenAPI serialization and an optional JSON body.',
  'openapi-unsupported':
    'Other serialization styles, body media, referenced Path Items and TRACE are unsupported.',
  'openapi-path-parameters': 'Required path parameters must match the path.',
  'openapi-withheld':
    'Reserved transport headers, declared API-key parameters and an owner-provided authParameter cannot become guest input.',
  'openapi-effects': 'GET/HEAD/OPTIONS are reads; other supported methods are writes.',
  'openapi-names':
    'Sanitized method names are unique and reserve describe, search, then and JavaScript object member names.',
  'openapi-paths':
    'Paths cannot change the origin, traverse dot segments or contain query/fragment syntax or encoded separators.',
  'openapi-headers':
    'Header names follow RFC token grammar and exclude transport, forwarding, credential and method-override headers.',
  'openapi-prototypes': 'Prototype names are refused before decoding.',
  'openapi-regex': 'Regex keywords (pattern, patternProperties) and all format constraints are unsupported.',
  'openapi-nullable': 'OpenAPI 3.0 nullable is supported; OpenAPI 3.1 must use null types instead.',
  'openapi-keywords': 'Unknown schema keywords are refused.',
  'openapi-annotations':
    'Provider-authored descriptions/schema annotations are bounded to 2,048 characters, titles to 200, and tags to 16 entries of 64 characters each.',
  'openapi-third-party': 'Operations mark their text as third_party; hosts must frame it as data.',
  'openapi-servers':
    'Server hints require HTTPS without userinfo; relative hints remain relative to the retrieved spec.',
  'openapi-hints': 'Hints confer no network admission and do not select a credential destination.',
  'openapi-table':
    'parseOpenApiTable(selectedOperations) decodes 1–64 supported methods before storage, rejects duplicate names and tables above 512 KiB, and returns a stable SHA-256 digest.',
  'openapi-table-content': 'It stores normalized schemas and call shapes, never raw specs or credentials.',
  'openapi-output':
    'A compiler result with no declared output constraint still needs the execution owner’s bounded JSON output decoder.',
  'openapi-no-permission':
    'Neither intake nor table validation grants execution permission or validates a server’s network admission.',
  'openapi-selection':
    'A connector owner selects from its server-built preview by HTTP method + path, never client-supplied operation bodies or generated method names; collision suffixes can change when the spec changes.',
  'openapi-laws': 'The pure intake and selected-table laws are exercised in test/openapi.test.ts.',

  'tools-compiled':
    'appToolFamilySchemas(api, reply) validates a dynamic listing through its signed method output, then compiles each row’s input and output with the ordinary App schema decoder.',
  'tools-returns':
    'It returns the family name, call method, declared effect and requirements, plus rows and their validators.',
  'tools-unindexed': 'An unindexed listing has no tools.',
  'tools-selectors':
    'App-owned selectors remain row data; the host constructs the invocation through that App’s call owner.',
  'tools-no-authority': 'The projection supplies no handlers, binding defaults or authority.',
  'tools-shared': 'SDK modules and labelled MCP tools can consume the same rows and validators.',
} as const satisfies Record<string, string>;

export type ForagePromise = keyof typeof FORAGE_PROMISES;

/** Promises that no test carries yet. A test that fails when one of them has a test keeps this list true. */
export const UNTESTED_PROMISES: readonly ForagePromise[] = [];
