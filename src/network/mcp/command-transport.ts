import { type ChildProcess, spawn } from 'node:child_process';
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { LarderError } from '../../errors.ts';
import { exceedsDepth, MAX_DOCUMENT_DEPTH } from '../../model/bounds.ts';
import { END_GRACE_MS, MAX_LAST_WORDS_BYTES, MAX_OUTPUT_BYTES } from './bounds.ts';
import { guardProcessGroup, signalGroup } from './process-group.ts';

/**
 * An MCP server that a shell command starts and that speaks over its standard input and output. It runs in a process
 * group of its own, so that `close` ends whatever the command has started; its standard error is kept out of ours.
 */
export class CommandTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  readonly #command: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #release = () => {};
  #ended = Promise.resolve();
  #line: Buffer[] = [];
  #bytes = 0;
  #lastWords = Buffer.alloc(0);
  #end: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(command: string, environment: Readonly<Record<string, string>>) {
    this.#command = command;
    this.#environment = environment;
  }

  /** How the command ended by itself, and what it said last: for the message when it did not answer. */
  describeEnd(): string | undefined {
    const words = this.#lastWords.toString('utf8').trim().split('\n').at(-1) ?? '';
    if (this.#end === undefined) return undefined;
    return words === '' ? this.#end : `${this.#end}: ${words}`;
  }

  async start(): Promise<void> {
    this.#release = guardProcessGroup(() => this.#child?.pid);
    const child = spawn(this.#command, {
      shell: true,
      detached: true,
      env: this.#environment,
      stdio: 'pipe',
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#lastWords = Buffer.concat([this.#lastWords, chunk]).subarray(-MAX_LAST_WORDS_BYTES);
    });
    // Writing to a command that has ended is no failure of its own: its end is what is told.
    child.stdin.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        if (this.#closing === undefined) this.#end ??= `it ended with ${signal ?? `exit code ${code}`}`;
        resolve();
        this.onclose?.();
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (cause) => {
        this.#release();
        reject(new LarderError('UNAVAILABLE', `the command cannot be started: ${cause.message}`, { cause }));
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#child?.stdin?.write(serializeMessage(message));
  }

  /** Asks the command to end, then makes it; nothing of its process group is left. */
  close(): Promise<void> {
    this.#closing ??= this.#endGroup();
    return this.#closing;
  }

  async #endGroup(): Promise<void> {
    const child = this.#child;
    const pid = child?.pid;
    if (child === undefined || pid === undefined) return;
    child.stdin?.end();
    if (!(await this.#hasEnded())) {
      signalGroup(pid, 'SIGTERM');
      await this.#hasEnded();
    }
    signalGroup(pid, 'SIGKILL');
    this.#release();
    // A process that left the group may still hold the other ends of the pipes.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    await this.#ended;
  }

  async #hasEnded(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), END_GRACE_MS);
    });
    const ended = await Promise.race([this.#ended.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  #read(chunk: Buffer): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > MAX_OUTPUT_BYTES) {
      this.#giveUp(`it wrote more than ${MAX_OUTPUT_BYTES} bytes`);
      return;
    }
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#line.push(chunk.subarray(start, end));
      const line = Buffer.concat(this.#line).toString('utf8');
      this.#line = [];
      start = end + 1;
      this.#receive(line);
    }
    if (start < chunk.byteLength) this.#line.push(chunk.subarray(start));
  }

  #receive(line: string): void {
    if (exceedsDepth(line, MAX_DOCUMENT_DEPTH)) {
      this.#giveUp(`it wrote a message that nests deeper than ${MAX_DOCUMENT_DEPTH} levels`);
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      // Servers print notices where only messages belong; clients pass over them.
      return;
    }
    this.onmessage?.(message);
  }

  #giveUp(why: string): void {
    this.#end = why;
    this.#child?.stdout?.removeAllListeners('data').resume();
    void this.close();
  }
}

const LINE_FEED = 0x0a;
