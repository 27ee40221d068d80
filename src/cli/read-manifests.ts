import type { Egress } from '../egress/egress.ts';
import { type ManifestReading, readManifest } from '../intake/manifest/read-manifest.ts';
import { MAX_MANIFEST_BYTES } from '../model/bounds.ts';
import { fetchManifest } from '../network/fetch-manifest.ts';
import type { Arguments } from './arguments.ts';
import { openEgress, toLarderError } from './egress.ts';
import { isAddress, listFiles, MANIFEST_ENDINGS, readInput } from './input-file.ts';
import { UsageError } from './usage.ts';

/** A manifest that an operand names, as it is read, or why it cannot be. */
export interface ReadManifest {
  /** The file or address, for people. */
  readonly name: string;
  readonly reading: ManifestReading | undefined;
  readonly error: Error | undefined;
}

/** Reads what the operands name, files, directories, `-` and addresses, one after the other. Errors: UsageError. */
export async function* readManifests(
  args: Arguments,
  stdin: NodeJS.ReadableStream,
): AsyncGenerator<ReadManifest> {
  const addresses = args.positionals.filter(isAddress);
  const files = args.positionals.filter((operand) => !isAddress(operand));
  if (args.positionals.length === 0) {
    throw new UsageError('give a file, a directory, an address or - for standard input');
  }
  // Not named, because names go into output and logs.
  if (addresses.some(hasUser)) throw new UsageError('expected an address without user and password');
  for (const file of listFiles(files, MANIFEST_ENDINGS)) {
    yield await read(file, () => readInput(file, stdin, MAX_MANIFEST_BYTES));
  }
  if (addresses.length === 0) return;
  const egress = openEgress(args);
  try {
    for (const url of addresses) yield await read(url, async () => fetchText(egress, url));
  } finally {
    egress.close();
  }
}

async function read(name: string, text: () => Promise<string>): Promise<ReadManifest> {
  try {
    return { name, reading: readManifest(await text()), error: undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { name, reading: undefined, error };
  }
}

async function fetchText(egress: Egress, url: string): Promise<string> {
  try {
    return (await fetchManifest(egress, url)).text;
  } catch (error) {
    throw toLarderError(error);
  }
}

function hasUser(address: string): boolean {
  return /^[^/]*\/\/[^/?#]*@/.test(address);
}
