import typescript from 'typescript';

const OPTIONS: typescript.CompilerOptions = {
  target: typescript.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: typescript.ModuleKind.ESNext,
  moduleDetection: typescript.ModuleDetectionKind.Force,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

const host = typescript.createCompilerHost(OPTIONS);
/** The library of the language is parsed once for all checks. */
const libraries = new Map<string, typescript.SourceFile | undefined>();

/**
 * What the TypeScript compiler says in strict mode about texts that are each a module of their own: one message a
 * fault, with the name of the text. Empty when all compile.
 */
export function findTypeErrors(texts: Readonly<Record<string, string>>): readonly string[] {
  const files = new Map<string, { readonly name: string; readonly text: string }>(
    Object.entries(texts).map(([name, text], i) => [`/checked/${i}.ts`, { name, text }]),
  );
  const program = typescript.createProgram([...files.keys()], OPTIONS, {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path)?.text ?? host.readFile(path),
    getSourceFile: (path, target) => {
      const own = files.get(path);
      if (own !== undefined) return typescript.createSourceFile(path, own.text, target);
      if (!libraries.has(path)) libraries.set(path, host.getSourceFile(path, target));
      return libraries.get(path);
    },
  });
  return typescript.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const own = files.get(file?.fileName ?? '');
    const line = own?.text.slice(0, start).split('\n').length ?? 0;
    return `${own?.name ?? 'program'}:${line}: ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
