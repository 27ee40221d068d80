/** A JSON Pointer (RFC 6901) one or more steps below another. */
export function pointerTo(base: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>((pointer, step) => `${pointer}/${escapeStep(String(step))}`, base);
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
