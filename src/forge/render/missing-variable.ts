import { LarderError } from '../../errors.ts';

/**
 * A request that is not built because an environment variable of the spec is unset or empty: better than an
 * unauthenticated call that the vendor answers with 401.
 */
export class MissingVariable extends LarderError {
  readonly variable: string;

  /** @param purpose what the variable is for: `the credential` */
  constructor(variable: string, purpose: string) {
    super(
      'UNAVAILABLE',
      `The environment variable ${variable} is not set; it holds ${purpose}. Set it where this server runs; nothing was sent.`,
    );
    this.name = 'MissingVariable';
    this.variable = variable;
  }
}
