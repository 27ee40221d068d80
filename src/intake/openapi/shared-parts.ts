import { attempt, OperationRefusal } from './refusal.ts';

/**
 * What `make` makes of a part of a document, made once: many operations may share a part, and one of a few bytes may
 * refer to a large one. A refusal is remembered too.
 */
export function oncePerPart<Part extends object, Made>(make: (part: Part) => Made): (part: Part) => Made {
  const known = new WeakMap<Part, { readonly made: Made | OperationRefusal }>();
  return (part) => {
    const { made } = known.get(part) ?? { made: attempt(() => make(part)) };
    known.set(part, { made });
    if (made instanceof OperationRefusal) throw made;
    return made;
  };
}
