import type { NormalForm, NormalSchema } from './normal-form.ts';
import { SchemaRefusal } from './refusal.ts';
import type { SchemaProfile } from './schema-profile.ts';

/**
 * Refuses recursion in the strict profile, and everywhere the recursion that would never end: a definition
 * that comes back to itself before a member or an item is entered.
 */
export function assertRecursion(schema: NormalSchema, profile: SchemaProfile): void {
  const anywhere = new Map<string, readonly string[]>();
  const inPlace = new Map<string, readonly string[]>();
  for (const [pointer, form] of schema.definitions) {
    inPlace.set(pointer, referencesInPlace(form));
    anywhere.set(pointer, references(form, true));
  }
  assertEnding(inPlace);
  const cycle = profile.rules === 'strict' ? findCycle(anywhere) : undefined;
  if (cycle !== undefined) {
    throw new SchemaRefusal('recursive', cycle, 'The strict profile takes no recursive schema');
  }
}

/** What a form asks of the same value by reference. */
export function referencesInPlace(form: NormalForm): readonly string[] {
  return references(form, false);
}

/** What a form refers to anywhere. */
export function referencesOf(form: NormalForm): readonly string[] {
  return references(form, true);
}

/** @param inPlace what each definition asks of the same value by reference */
export function assertEnding(inPlace: ReadonlyMap<string, readonly string[]>): void {
  const endless = findCycle(inPlace);
  if (endless === undefined) return;
  throw new SchemaRefusal(
    'endless-recursion',
    endless,
    'The schema refers to itself without going into a value',
  );
}

function references(form: NormalForm, inside: boolean): readonly string[] {
  switch (form.kind) {
    case 'reference':
      return [form.pointer];
    case 'all':
      return [...(form.base ? [form.base] : []), ...form.parts].flatMap((part) => references(part, inside));
    case 'union':
    case 'exactly-one':
      return form.options.flatMap((option) => references(option, inside));
    case 'not':
      return references(form.form, inside);
    case 'if':
      return [form.condition, form.whenTrue, form.whenFalse].flatMap((part) => references(part, inside));
    case 'object':
    case 'array':
      return [
        ...dependentForms(form).flatMap((part) => references(part, inside)),
        ...(inside ? childForms(form).flatMap((child) => references(child, inside)) : []),
      ];
    default:
      return [];
  }
}

/** The forms that an object is asked to have as a whole. */
function dependentForms(form: NormalForm & { readonly kind: 'object' | 'array' }): readonly NormalForm[] {
  return form.kind === 'object' ? [...(form.dependents?.values() ?? [])] : [];
}

/** The forms of members, member names and items. */
function childForms(form: NormalForm & { readonly kind: 'object' | 'array' }): readonly NormalForm[] {
  if (form.kind === 'object') {
    const { properties, patterns, additional, names } = form;
    return [
      ...properties.values(),
      ...patterns.map(([, child]) => child),
      additional,
      ...(names ? [names] : []),
    ];
  }
  return [...form.prefix, form.items, ...(form.contains ? [form.contains] : [])];
}

/** Some node on a cycle, by depth-first search with a stack of its own; undefined when there is none. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): string | undefined {
  const state = new Map<string, 'open' | 'done'>();
  for (const start of edges.keys()) {
    const stack: { readonly node: string; next: number }[] = [];
    const enter = (node: string) => {
      state.set(node, 'open');
      stack.push({ node, next: 0 });
    };
    if (!state.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = edges.get(top.node)?.[top.next++];
      if (target === undefined) {
        state.set(top.node, 'done');
        stack.pop();
      } else if (state.get(target) === 'open') return target;
      else if (!state.has(target)) enter(target);
    }
  }
  return undefined;
}
