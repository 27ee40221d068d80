import { z } from 'zod';
import { MAX_REPORTED_ISSUES } from '../../model/describe-issues.ts';
import { isJsonObject, type Json } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { BASE_CONTEXT, readTermContext, type TermContext } from '../../model/term-context.ts';
import {
  MAX_CONTEXT_LAYERS,
  MAX_CONTEXT_TERMS,
  MAX_FILTER_KEYS,
  MAX_FILTER_VALUE_LENGTH,
  MAX_FILTER_VALUES,
  MAX_PATH_LENGTH,
  MAX_TEXT_LENGTH,
} from '../limits.ts';

type Filter = ReadonlyMap<string, string | string[]>;

/**
 * A filter as a Map, because zod's record silently drops a key named `__proto__`, and a constraint that is
 * ignored finds more than was asked for.
 */
const filter = z
  .unknown()
  .transform((value, context): Filter => {
    const entries = isJsonObject(value) ? Object.entries(value) : undefined;
    if (entries === undefined) {
      context.addIssue('expected an object: {"type": ["application/mcp-server-card+json"]}');
      return z.NEVER;
    }
    if (entries.length > MAX_FILTER_KEYS) {
      context.addIssue(`expected at most ${MAX_FILTER_KEYS} keys, and there are ${entries.length}`);
      return z.NEVER;
    }
    const checked = new Map<string, string | string[]>();
    let reported = 0;
    for (const [key, constraint] of entries) {
      const fault = key.length > MAX_PATH_LENGTH ? { at: [], message: LONG_PATH } : findFault(constraint);
      if (fault === undefined) checked.set(key, constraint as string | string[]);
      else if (reported++ < MAX_REPORTED_ISSUES) {
        context.addIssue({ code: 'custom', path: [key, ...fault.at], message: fault.message });
      }
    }
    return checked;
  })
  .meta({
    type: 'object',
    description:
      'Structured constraints: OR inside a key, AND across keys. Keys are field paths, joined by dots. A bare string is a one-element list; an empty list matches nothing. Values compare exactly with the bucket values of `/explore`.',
    maxProperties: MAX_FILTER_KEYS,
    propertyNames: { maxLength: MAX_PATH_LENGTH },
    additionalProperties: {
      oneOf: [
        { type: 'string', maxLength: MAX_FILTER_VALUE_LENGTH },
        {
          type: 'array',
          maxItems: MAX_FILTER_VALUES,
          items: { type: 'string', maxLength: MAX_FILTER_VALUE_LENGTH },
        },
      ],
    },
    example: {
      type: ['application/mcp-server-card+json'],
      'trustManifest.attestations.type': ['SOC2-Type2'],
    },
  });

const LONG_PATH = `expected a field path of at most ${MAX_PATH_LENGTH} characters`;
const LONG_VALUE = `expected a value of at most ${MAX_FILTER_VALUE_LENGTH} characters`;

interface Fault {
  readonly at: readonly number[];
  readonly message: string;
}

/** The first thing that keeps a value from being a constraint. */
function findFault(constraint: unknown): Fault | undefined {
  if (!Array.isArray(constraint)) {
    const message = valueFault(constraint, 'expected a string or a list of strings');
    return message === undefined ? undefined : { at: [], message };
  }
  if (constraint.length > MAX_FILTER_VALUES) {
    return {
      at: [],
      message: `expected at most ${MAX_FILTER_VALUES} values, and there are ${constraint.length}`,
    };
  }
  for (const [position, value] of constraint.entries()) {
    const message = valueFault(value, 'expected a string');
    if (message !== undefined) return { at: [position], message };
  }
  return undefined;
}

function valueFault(value: unknown, expected: string): string | undefined {
  if (typeof value === 'string') return value.length > MAX_FILTER_VALUE_LENGTH ? LONG_VALUE : undefined;
  if (typeof value !== 'number' && typeof value !== 'boolean') return expected;
  return `${expected}; write ${JSON.stringify(value)} as "${JSON.stringify(value)}"`;
}

const PREFIXES = {
  type: 'object',
  maxProperties: MAX_CONTEXT_TERMS,
  additionalProperties: { type: 'string', maxLength: MAX_PATH_LENGTH },
};

/** `query.@context` (v0.91 section 5.3.1), an extension of the seed: what the prefixes in filter keys and facets mean. */
const context = z
  .unknown()
  .transform((value, issues): TermContext => {
    const fault = findContextFault(value);
    if (fault === undefined) return readTermContext(value as Json);
    issues.addIssue(fault);
    return z.NEVER;
  })
  .meta({
    description:
      'Prefixes to namespaces, layered on the base context of ARD: `{"schema": "https://schema.org/"}`. Contexts named by address are not fetched; the base context is the only one that may be named.',
    oneOf: [
      { const: BASE_CONTEXT },
      PREFIXES,
      {
        type: 'array',
        maxItems: MAX_CONTEXT_LAYERS,
        items: { oneOf: [{ const: BASE_CONTEXT }, PREFIXES] },
      },
    ],
  })
  .optional();

function findContextFault(value: unknown): string | undefined {
  const layers = Array.isArray(value) ? value : [value];
  if (layers.length > MAX_CONTEXT_LAYERS) return `expected at most ${MAX_CONTEXT_LAYERS} layers`;
  for (const layer of layers) {
    if (layer === BASE_CONTEXT) continue;
    if (typeof layer === 'string') {
      return `contexts are not fetched; expected ${quote(BASE_CONTEXT)} or prefixes, {"schema": "https://schema.org/"}`;
    }
    if (!isJsonObject(layer)) return 'expected prefixes, {"schema": "https://schema.org/"}';
    const bindings = Object.entries(layer);
    if (bindings.length > MAX_CONTEXT_TERMS) return `expected at most ${MAX_CONTEXT_TERMS} prefixes`;
    const wrong = bindings.find(([, iri]) => typeof iri !== 'string' || iri.length > MAX_PATH_LENGTH);
    if (wrong !== undefined)
      return `${quote(wrong[0])}: expected a namespace, a string of at most ${MAX_PATH_LENGTH} characters`;
  }
  return undefined;
}

const text = z.string().max(MAX_TEXT_LENGTH).meta({
  description:
    'Natural language description that narrows the set by relevance. It is not a substring filter. Blank text matches everything.',
  example: 'find me a weather lookup tool',
});

/** The query model of `/explore` (the seed's `QueryModel`). */
export const exploreQuery = z
  .strictObject({ '@context': context, text: text.optional(), filter: filter.optional() })
  .meta({ id: 'QueryModel' });

/** The query model of `/search`, which requires `text` (v0.91 section 5.3.2). */
export const searchQuery = z
  .strictObject({ '@context': context, text, filter: filter.optional() })
  .meta({ id: 'SearchQueryModel' });
