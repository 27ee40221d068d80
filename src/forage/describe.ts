import type { JsonObject } from '../model/entry.ts';
import { quote } from '../model/quote.ts';
import { MAX_DESCRIPTION_BYTES, MAX_METHODS } from './bounds.ts';
import {
  type Call,
  composeDescription,
  type Extent,
  measureCall,
  measureDescription,
} from './description-text.ts';
import { findNearestPaths, namespacesOf, offerNames } from './nearest-paths.ts';
import type { Operation } from './operation.ts';
import { isBelow } from './operation-path.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import { readNamespace, readQuestion } from './question.ts';
import { ForageError } from './refusal.ts';

export interface OperationQuestion {
  readonly path: string;
}

export interface NamespaceQuestion {
  readonly namespace: string;
  /** Paths relative to the namespace; all that lies below it without them. */
  readonly methods?: readonly string[] | undefined;
}

/** One operation, completely. */
export interface OperationDescription extends Operation {
  readonly catalogStamp: string;
  readonly sample: string;
  /** At most `MAX_DESCRIPTION_BYTES`; declares `env` and the types of input and output. Compiles in strict mode. */
  readonly typescript: string;
  /** Projected from the validator, so bounds that TypeScript cannot say are in it. */
  readonly inputSchema: JsonObject;
}

/** Some operations of a namespace. */
export interface NamespaceDescription {
  readonly namespace: string;
  /** The operations that are described, in list order. */
  readonly paths: readonly string[];
  readonly catalogStamp: string;
  /** At most `MAX_DESCRIPTION_BYTES`; declares `env` and the types of all inputs and outputs. */
  readonly typescript: string;
}

export interface Describe {
  (question: OperationQuestion): OperationDescription;
  (question: NamespaceQuestion): NamespaceDescription;
  (question: OperationQuestion | NamespaceQuestion): OperationDescription | NamespaceDescription;
}

/** Which operations a description is made of, by position in list order, and what is made of them. */
export interface DescriptionPlan {
  readonly positions: readonly number[];
  /** @param chosen the operations at the positions, in their order */
  readonly compose: (chosen: readonly PreparedOperation[]) => OperationDescription | NamespaceDescription;
}

/** Judges a question; whatever is refused is refused here, before any text is needed. Errors: as `createDescriber`. */
export type PlanDescription = (question: unknown) => DescriptionPlan;

/**
 * Makes describe over prepared operations: it only puts printed text together.
 *
 * Errors: `question-shape`, `namespace-invalid`, `operation-unknown`, `namespace-unknown`, `method-unknown`,
 * `description-too-large`.
 */
export function createDescriber(prepared: readonly PreparedOperation[], catalogStamp: string): Describe {
  const plan = createPlanner(prepared.map(measureOperation), catalogStamp);

  function describe(question: OperationQuestion): OperationDescription;
  function describe(question: NamespaceQuestion): NamespaceDescription;
  function describe(
    question: OperationQuestion | NamespaceQuestion,
  ): OperationDescription | NamespaceDescription;
  function describe(
    question: OperationQuestion | NamespaceQuestion,
  ): OperationDescription | NamespaceDescription {
    const { positions, compose } = plan(question);
    return compose(positions.map((position) => prepared[position]!));
  }
  return describe;
}

/** What planning has to know of an operation. */
export function measureOperation(one: PreparedOperation): Call<Extent> {
  return measureCall(callOf(one));
}

function callOf({ operation: { path }, types, doc }: PreparedOperation): Call<string> {
  return { path, types, doc };
}

/** Makes the part of describe that needs no printed text. @param measured the operations in list order */
export function createPlanner(measured: readonly Call<Extent>[], catalogStamp: string): PlanDescription {
  const positionOf = new Map(measured.map(({ path }, position) => [path, position]));

  const planOperation = (path: unknown): DescriptionPlan => {
    if (typeof path !== 'string')
      throw new ForageError('question-shape', 'path is a string, such as files.read.');
    const position = positionOf.get(path);
    if (position === undefined) throw unknownOperation(path, [...positionOf.keys()]);
    return { positions: [position], compose: ([one]) => describeOperation(one!, catalogStamp) };
  };

  const planNamespace = (namespace: string, methods: unknown): DescriptionPlan => {
    const below = measured.filter(({ path }) => isBelow(path, namespace));
    if (below.length === 0) throw unknownNamespace(namespace, [...positionOf.keys()]);
    const chosen = methods === undefined ? below : selectMethods(namespace, below, readMethods(methods));
    const size = measureDescription(chosen);
    if (size > MAX_DESCRIPTION_BYTES) throw tooLarge(namespace, chosen.length, size);
    const positions = chosen.map(({ path }) => positionOf.get(path)!);
    return { positions, compose: (operations) => describeNamespace(namespace, operations, catalogStamp) };
  };

  return (question) => {
    const members = readQuestion('describe', question, ['path', 'namespace', 'methods']);
    const namespace = readNamespace(members.get('namespace'));
    if (members.has('path') === (namespace !== undefined)) {
      throw new ForageError('question-shape', 'describe takes either path or namespace.');
    }
    if (namespace !== undefined) return planNamespace(namespace, members.get('methods'));
    if (members.has('methods')) {
      throw new ForageError(
        'question-shape',
        'methods selects within a namespace; a path is one operation already.',
      );
    }
    return planOperation(members.get('path'));
  };
}

function describeOperation(one: PreparedOperation, catalogStamp: string): OperationDescription {
  return Object.freeze({
    ...one.operation,
    catalogStamp,
    sample: one.sample,
    typescript: composeDescription([callOf(one)]),
  });
}

function describeNamespace(
  namespace: string,
  operations: readonly PreparedOperation[],
  catalogStamp: string,
): NamespaceDescription {
  return Object.freeze({
    namespace,
    paths: Object.freeze(operations.map(({ operation }) => operation.path)),
    catalogStamp,
    typescript: composeDescription(operations.map(callOf)),
  });
}

function readMethods(value: unknown): readonly string[] {
  const methods: unknown[] = Array.isArray(value) ? Array.from(value) : [];
  const isMethod = (method: unknown): method is string => typeof method === 'string';
  if (methods.length === 0 || methods.length > MAX_METHODS || !methods.every(isMethod)) {
    throw new ForageError(
      'question-shape',
      `methods is an array of 1 to ${MAX_METHODS} paths relative to the namespace, such as ["files.read"].`,
    );
  }
  return methods;
}

function selectMethods<T extends { readonly path: string }>(
  namespace: string,
  below: readonly T[],
  methods: readonly string[],
): readonly T[] {
  const wanted = new Set(methods.map((method) => `${namespace}.${method}`));
  const chosen = below.filter(({ path }) => wanted.has(path));
  if (chosen.length === wanted.size) return chosen;
  const names = below.map(({ path }) => path);
  const known = new Set(names);
  const missing = methods.find((method) => !known.has(`${namespace}.${method}`)) ?? '';
  const nearest = findNearestPaths(`${namespace}.${missing}`, names).map((path) =>
    path.slice(namespace.length + 1),
  );
  throw new ForageError(
    'method-unknown',
    `The namespace ${quote(namespace)} has no method ${quote(missing)}.${offerNames(nearest)}`,
    { path: `${namespace}.${missing}`, nearest },
  );
}

function unknownOperation(path: string, paths: readonly string[]): ForageError {
  if (paths.some((known) => isBelow(known, path))) {
    return new ForageError(
      'operation-unknown',
      `${quote(path)} is a namespace and no operation; describe it with {namespace: ${quote(path)}}.`,
      { path },
    );
  }
  const nearest = findNearestPaths(path, paths);
  return new ForageError(
    'operation-unknown',
    `The catalog has no operation ${quote(path)}.${offerNames(nearest)}`,
    { path, nearest },
  );
}

function unknownNamespace(namespace: string, paths: readonly string[]): ForageError {
  if (paths.includes(namespace)) {
    return new ForageError(
      'namespace-unknown',
      `${quote(namespace)} is an operation with nothing below it; describe it with {path: ${quote(namespace)}}.`,
      { path: namespace },
    );
  }
  const nearest = findNearestPaths(namespace, namespacesOf(paths));
  return new ForageError(
    'namespace-unknown',
    `The catalog has no namespace ${quote(namespace)}.${offerNames(nearest)}`,
    { path: namespace, nearest },
  );
}

function tooLarge(namespace: string, operations: number, size: number): ForageError {
  return new ForageError(
    'description-too-large',
    `The description of the ${operations} operations of ${quote(namespace)} has ${size} bytes; ${MAX_DESCRIPTION_BYTES} are answered. List the namespace with list({namespace: ${quote(namespace)}}), then describe one operation by its path, or select some with methods.`,
    { path: namespace, figure: size, bound: MAX_DESCRIPTION_BYTES },
  );
}
