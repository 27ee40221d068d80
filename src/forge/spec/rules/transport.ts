import { pointerTo } from '../../../intake/manifest/pointer.ts';
import { quote } from '../../../model/quote.ts';
import { isLoopbackHost, isUrlFault, readBaseUrl } from '../../render/base-url.ts';
import type { ForgeAuth, ForgeTransport } from '../forge-spec.ts';
import { findConstantHeaderFault, findHeaderNameFault, soundsLikeCredential } from '../headers.ts';
import type { Problems } from '../problem.ts';

const AUTH = '/transport/auth';

/** Where requests go, what they carry, and whether the environment has it. */
export function checkTransport(
  { url, auth, headers }: ForgeTransport,
  hasVariable: (name: string) => boolean,
  problems: Problems,
): void {
  checkUrl(url, auth, hasVariable, problems);
  if (auth.kind === 'header') {
    const fault = findHeaderNameFault(auth.header);
    if (fault !== undefined)
      problems.error('header', `${AUTH}/header`, `The header ${quote(auth.header)} ${fault}.`);
  }
  for (const [member, name] of listVariables(auth)) {
    if (!hasVariable(name)) problems.warn('variable-unset', `${AUTH}/${member}`, unset(name));
  }
  const seen = new Set(auth.kind === 'none' ? [] : [credentialName(auth)]);
  for (const [name, value] of headers) {
    const pointer = pointerTo('/transport/headers', name);
    const fault = findConstantHeaderFault(name, value);
    if (fault !== undefined) problems.error('header', pointer, `The header ${quote(name)} ${fault}.`);
    else if (soundsLikeCredential(name)) {
      problems.warn(
        'header-credential',
        pointer,
        `The header ${quote(name)} is sent as it is written here; if it is a credential, name its variable in \`auth\`.`,
      );
    }
    if (seen.has(name.toLowerCase())) {
      problems.error('header-twice', pointer, `The header ${quote(name)} is set twice.`);
    }
    seen.add(name.toLowerCase());
  }
}

/** The name of the header that carries the credential, in lower case. */
export function credentialName(auth: ForgeAuth): string {
  return auth.kind === 'header' ? auth.header.toLowerCase() : 'authorization';
}

function checkUrl(
  url: string,
  auth: ForgeAuth,
  hasVariable: (name: string) => boolean,
  problems: Problems,
): void {
  const pointer = '/transport/url';
  const base = readBaseUrl(url);
  if (isUrlFault(base)) {
    problems.error(base.code, pointer, base.message);
    return;
  }
  const credentials = listVariables(auth).map(([, name]) => name);
  for (const name of base.variables) {
    if (!hasVariable(name)) problems.warn('variable-unset', pointer, unset(name));
    if (credentials.includes(name)) {
      problems.error(
        'url-credential',
        pointer,
        `${name} is a credential, and addresses are shown and logged.`,
      );
    }
  }
  const host = base.host.map((piece) => ('text' in piece ? piece.text : '')).join('');
  const isVariable = base.host.some((piece) => 'variable' in piece);
  if (base.scheme === 'https' || isVariable || isLoopbackHost(host.toLowerCase())) return;
  if (auth.kind === 'none') {
    problems.warn(
      'plain-http',
      pointer,
      'Requests go over plain http, where anyone on the way reads and changes them.',
    );
  } else {
    problems.error(
      'plain-http',
      pointer,
      'A credential is sent over https only, or over http to this machine.',
    );
  }
}

function listVariables(auth: ForgeAuth): readonly (readonly [member: string, name: string])[] {
  switch (auth.kind) {
    case 'none':
      return [];
    case 'basic':
      return [
        ['env', auth.env],
        ...(auth.password === undefined ? [] : [['password', auth.password] as const]),
      ];
    default:
      return [['env', auth.env]];
  }
}

function unset(name: string): string {
  return `The environment variable ${name} is not set here; requests are refused until it is.`;
}
