import { MAX_PARAM_NAME_LENGTH } from '../spec/bounds.ts';

/**
 * Gives each field of an operation a parameter's name: its own where that is one and free, else made from it and,
 * where two fields share a name, from its place.
 */
export function createParamNames(): (field: string, place: string) => string {
  const taken = new Set(['confirm', '__proto__']);
  return (field, place) => {
    const plain = field.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, MAX_PARAM_NAME_LENGTH);
    const wanted = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`.slice(0, MAX_PARAM_NAME_LENGTH);
    let name = wanted;
    for (let count = 1; taken.has(name); count++) {
      const suffix = count === 1 ? `_${place}` : `_${place}_${count}`;
      name = `${wanted.slice(0, MAX_PARAM_NAME_LENGTH - suffix.length)}${suffix}`;
    }
    taken.add(name);
    return name;
  };
}
