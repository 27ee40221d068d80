/** Positions of the names that stand earlier in the list already. */
export function findRepeated(names: readonly string[]): readonly number[] {
  const seen = new Set<string>();
  const repeated: number[] = [];
  for (const [at, name] of names.entries()) {
    if (seen.has(name)) repeated.push(at);
    seen.add(name);
  }
  return repeated;
}
