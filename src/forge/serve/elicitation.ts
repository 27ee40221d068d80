import { isJsonObject, member } from '../../model/entry.ts';

/**
 * True when a client's capabilities say that it can put a form to a person. A bare `elicitation: {}` means forms:
 * older revisions knew nothing else.
 */
export function declaresForms(capabilities: unknown): boolean {
  if (!isJsonObject(capabilities)) return false;
  const elicitation = member(capabilities, 'elicitation');
  if (!isJsonObject(elicitation)) return false;
  return Object.hasOwn(elicitation, 'form') || !Object.hasOwn(elicitation, 'url');
}
