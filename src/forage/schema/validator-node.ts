import { z } from 'zod';

export type Payload = z.core.ParsePayload<unknown>;
export type Issue = z.core.$ZodRawIssue;
/** One run of a validator on one value; the same for everything below it. */
export type Run = z.core.ParseContextInternal;
export type Projected = z.core.JSONSchema.BaseSchema;
/** Projects a schema below; `path` leads to it from the node. */
export type ProjectChild = (child: z.ZodType, ...path: readonly (string | number)[]) => Projected;

/** Issues after which a node looks no further: whoever asks mends a few, and a long list has millions of members. */
export const MAX_ISSUES = 100;

/**
 * A zod type of our own: zod's object, tuple and intersection differ from JSON Schema (members found on the
 * prototype, `__proto__` passed over, closed objects pooled, outputs copied), so these three judge by
 * themselves and say through zod's own hook what they project to.
 */
export function node(
  judge: (payload: Payload, run: Run) => void,
  project: (json: Projected, child: ProjectChild, context: z.core.ToJSONSchemaContext) => void,
): z.ZodType {
  const type = z.any();
  type._zod.parse = (payload, run) => {
    judge(payload, run);
    return payload;
  };
  type._zod.run = type._zod.parse;
  type._zod.processJSONSchema = (context, json, params) =>
    project(
      json,
      (child, ...path) =>
        z.core.processSchema(child, context, { ...params, path: [...params.path, ...path] }),
      context,
    );
  return type;
}

/** Runs a type on a value below, and takes over its issues. */
export function judgeChild(
  payload: Payload,
  run: Run,
  type: z.ZodType,
  value: unknown,
  key?: string | number,
): void {
  const issues = findIssues(type, value, run);
  payload.issues.push(...(key === undefined ? issues : z.core.util.prefixIssues(key, issues)));
}

export function findIssues(type: z.ZodType, value: unknown, run: Run): Issue[] {
  const result = type._zod.run({ value, issues: [] }, run);
  if (result instanceof Promise) throw new Error('A type of the compiler judges later than asked');
  return result.issues;
}

export function isFull({ issues }: Payload): boolean {
  return issues.length >= MAX_ISSUES;
}

export function complain(payload: Payload, message: string): void {
  payload.issues.push({ code: 'custom', message, input: payload.value, path: [] });
}
