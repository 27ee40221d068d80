/** One instruction of a Dockerfile, continuation lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** One `FROM` and what follows it. */
export interface Stage {
  readonly base: string;
  readonly alias: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Reads as much of a Dockerfile as ours uses; anything else throws. */
export function parseDockerfile(text: string): readonly Stage[] {
  const stages: (Stage & { readonly instructions: Instruction[] })[] = [];
  const lines = text.replace(/\\\n/g, ' ').split('\n');
  for (const line of lines.map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (!KNOWN.includes(name)) throw new Error(`not an instruction that is understood here: ${line}`);
    if (name === 'FROM') {
      const [, base = '', alias] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      stages.push({ base, alias, instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error('a Dockerfile begins with FROM');
      stage.instructions.push({ name, text: rest });
    }
  }
  return stages;
}

const KNOWN = [
  'FROM',
  'RUN',
  'ENV',
  'WORKDIR',
  'COPY',
  'USER',
  'VOLUME',
  'EXPOSE',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
];

/** The instructions of that name, in order. */
export function listInstructions(stage: Stage, name: string): readonly string[] {
  return stage.instructions.filter((one) => one.name === name).map((one) => one.text);
}

/** The variables that a stage sets. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  const pairs = listInstructions(stage, 'ENV').flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** The words of an instruction in exec form: `["larder"]`. */
export function wordsOf(text: string): readonly string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`not words: ${text}`);
  return words;
}
