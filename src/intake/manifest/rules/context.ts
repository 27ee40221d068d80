import { type JsonObject, member } from '../../../model/entry.ts';
import { quote } from '../../../model/quote.ts';
import { BASE_CONTEXT, readTermContext, resolveTerm } from '../../../model/term-context.ts';
import { faultAt, type Rule } from '../rule.ts';

/** v0.91 section 4.1: what the terms of an entry mean. Nothing is fetched, and nothing is lost. */
export const CONTEXT_RULES: readonly Rule[] = [
  {
    name: 'context-remote',
    level: 'warning',
    check: (entry) => {
      const context = member(entry, '@context');
      const layers = Array.isArray(context) ? context : [context];
      const remote = layers.find((layer) => typeof layer === 'string' && layer !== BASE_CONTEXT);
      if (remote === undefined) return [];
      const message = `The context ${quote(String(remote))} is not fetched, so its terms keep the spelling that they have here. Write its prefixes into \`@context\`: {"schema": "https://schema.org/"}.`;
      return faultAt(['@context'], message);
    },
  },
  {
    name: 'context-prefix',
    level: 'warning',
    check: (entry) => {
      const name = Object.keys(entry).find((key) => isUnbound(entry, key));
      if (name === undefined) return [];
      const prefix = name.slice(0, name.indexOf(':'));
      const message = `No context binds the prefix ${quote(prefix)} of ${quote(name)}, so others cannot filter by it under their own prefix. Bind it in \`@context\`: {${JSON.stringify(prefix)}: "https://…"}.`;
      return faultAt([name], message);
    },
  },
];

/** True for `prefix:name` that stays as it is; an IRI that is written out does too, and is none. */
function isUnbound(entry: JsonObject, name: string): boolean {
  if (!/^[A-Za-z][\w-]*:(?!\/\/)/.test(name)) return false;
  return resolveTerm(name, readTermContext(member(entry, '@context'))) === name;
}
