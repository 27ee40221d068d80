/**
 * Names under `$defs` for the pointers that references use: the last segment where it is free. Assigned in
 * the order of the pointers' code units, so that the order of members in the source shows nowhere.
 */
export function nameDefinitions(pointers: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const pointer of [...pointers].sort((a, b) => (a < b ? -1 : 1))) {
    const wanted = nameOf(pointer);
    let name = wanted;
    // From where the last of the same name stopped: thousands of them are not gone through each time.
    let count = counts.get(wanted) ?? 2;
    for (; taken.has(name); count++) name = `${wanted}_${count}`;
    counts.set(wanted, count);
    taken.add(name);
    names.set(pointer, name);
  }
  return names;
}

/** Letters, digits and underscores only: the name stands in URI fragments and in TypeScript. */
function nameOf(pointer: string): string {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1);
  const plain = last
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .replace(/[^A-Za-z0-9]+/g, '_');
  if (plain === '' || plain === '_') return 'Schema';
  return /^[0-9_]/.test(plain) ? `Schema_${plain.replace(/^_+/, '')}` : plain;
}
