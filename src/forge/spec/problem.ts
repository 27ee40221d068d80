import { MAX_PROBLEMS } from './bounds.ts';

/** Something that a check found in a spec. Errors keep it from being served, warnings do not. */
export interface Problem {
  readonly level: 'error' | 'warning';
  /** Stable, for machines: `unknown-key`, `param-unused`. */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the spec; what it names is there, or its parent is. */
  readonly pointer: string;
  /** What is wrong and what would be right. Shows no value of a variable. */
  readonly message: string;
}

/** What the rules of a check write into: bounded, errors never crowded out by warnings. */
export class Problems {
  readonly #errors: Problem[] = [];
  readonly #warnings: Problem[] = [];
  #more = 0;

  error(code: string, pointer: string, message: string): void {
    this.#add(this.#errors, { level: 'error', code, pointer, message });
  }

  warn(code: string, pointer: string, message: string): void {
    this.#add(this.#warnings, { level: 'warning', code, pointer, message });
  }

  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  /** Errors first, each in the order in which they were found. */
  list(): readonly Problem[] {
    const all = [...this.#errors, ...this.#warnings];
    if (this.#more === 0) return all;
    const level = this.hasErrors ? 'error' : 'warning';
    return [
      ...all,
      { level, code: 'more', pointer: '', message: `There are ${this.#more} more problems of these kinds.` },
    ];
  }

  #add(list: Problem[], problem: Problem): void {
    if (list.length < MAX_PROBLEMS) list.push(problem);
    else this.#more++;
  }
}
