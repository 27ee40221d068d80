import { compileSchema } from '../../forage/schema/compile-schema.ts';
import { member } from '../../model/entry.ts';
import { Scissors } from './annotations.ts';
import { type CallCompilers, compileInput, compileOutput, type SideCompiler } from './call-schemas.ts';
import { assertDescribable } from './describable.ts';
import type { Draft } from './draft.ts';
import { listServers } from './hints.ts';
import { type OpenApiOperation, READS } from './operation.ts';
import type { IntakeProfile } from './profile.ts';
import type { References } from './references.ts';
import { assertScalar } from './scalar.ts';
import { SchemaCollector } from './schemas.ts';

/** The strict profile: every side of a call is compiled by itself. */
export class SingleCompilers implements CallCompilers {
  readonly #references: References;
  readonly #profile: IntakeProfile;

  constructor(references: References, profile: IntakeProfile) {
    this.#references = references;
    this.#profile = profile;
  }

  open(_alias: string, scissors: Scissors): SideCompiler {
    const { schemas, minor } = this.#profile;
    const collector = new SchemaCollector(this.#references, scissors, minor > 0);
    return {
      take: (schema) => collector.rewrite(schema),
      compile: (schema) => {
        const { projection } = compileSchema({ ...schema, $defs: collector.definitions() }, schemas);
        return { projection, sizes: undefined };
      },
    };
  }
}

/**
 * Compiles the schemas of an operation and puts together what is said of it.
 *
 * Errors: `OperationRefusal`.
 */
export function compileOperation(
  draft: Draft,
  nameMethod: (operationId: string | undefined, method: string, path: string) => string,
  compilers: CallCompilers,
  { rules }: IntakeProfile,
): OpenApiOperation {
  const { method, path, operation, exposed, withheld, body, servers } = draft;
  const operationId = member(operation, 'operationId');
  const name = nameMethod(typeof operationId === 'string' ? operationId : undefined, method, path);
  const scissors = new Scissors();
  const input = compileInput(draft, compilers.open(`${name}_Input`, scissors), scissors);
  if (rules === 'strict') for (const { call } of exposed) assertScalar(call, input.projection);
  const output = compileOutput(draft.output, compilers.open(`${name}_Output`, scissors));
  const title = scissors.title(operation, 'summary');
  const description = scissors.description(operation);
  const tags = scissors.tags(member(operation, 'tags'));
  const compiled: OpenApiOperation = {
    name,
    method,
    path,
    effect: READS.has(method) ? 'read' : 'write',
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    tags,
    deprecated: member(operation, 'deprecated') === true,
    textOrigin: 'third_party',
    annotationsCut: scissors.cut,
    parameters: exposed.map(({ call }) => call),
    body: body?.call ?? null,
    input: input.projection,
    output: output?.projection ?? null,
    outputConstrained: output !== undefined,
    withheld,
    ...(servers === undefined ? {} : { servers: listServers(servers) }),
  };
  if (input.sizes !== undefined) assertDescribable(compiled, input.sizes, output?.sizes);
  return compiled;
}
