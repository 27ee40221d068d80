import { invalidArgument } from '../../errors.ts';
import type { ForgeAuth } from '../spec/forge-spec.ts';
import { HEADER_VALUE_RULE, isHeaderValue } from '../spec/headers.ts';
import { MissingVariable } from './missing-variable.ts';
import type { Variables } from './rendered-request.ts';

/**
 * The header that carries the credential; undefined where the API wants none.
 *
 * Errors: `MissingVariable`; INVALID_ARGUMENT for a credential that no header can carry. Neither shows it.
 */
export function credentialHeader(
  auth: ForgeAuth,
  variables: Variables,
): readonly [name: string, value: string] | undefined {
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'bearer':
      return ['Authorization', `Bearer ${headerSecret(auth.env, variables)}`];
    case 'header':
      return [auth.header, headerSecret(auth.env, variables)];
    case 'basic': {
      const user = basicSecret(auth.env, variables);
      if (user.includes(':')) {
        throw wrongCredential(auth.env, 'a user has no colon; name the password’s variable in `password`');
      }
      const password = auth.password === undefined ? '' : basicSecret(auth.password, variables);
      return ['Authorization', `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`];
    }
  }
}

function headerSecret(name: string, variables: Variables): string {
  const value = secret(name, variables);
  if (isHeaderValue(value)) return value;
  throw wrongCredential(name, HEADER_VALUE_RULE);
}

/** User and password travel in base64, so only what RFC 7617 forbids is refused. */
function basicSecret(name: string, variables: Variables): string {
  const value = secret(name, variables);
  if (!/\p{Cc}/u.test(value)) return value;
  throw wrongCredential(name, 'it has no control characters and no line breaks');
}

function secret(name: string, variables: Variables): string {
  const value = variables(name);
  if (value === undefined || value.trim() === '')
    throw new MissingVariable(name, 'the credential of the API');
  return value;
}

function wrongCredential(name: string, rule: string) {
  return invalidArgument(`The credential in the environment variable ${name} cannot be sent: ${rule}.`);
}
