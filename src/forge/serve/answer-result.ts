import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { EgressResponse } from '../../egress/egress.ts';
import { isJsonObject, type Json } from '../../model/entry.ts';
import { parseUrl } from '../../model/parse-url.ts';
import type { RenderedRequest } from '../render/rendered-request.ts';
import { type Answer, readAnswer } from '../send/read-answer.ts';
import { makeRedactor } from '../send/redact.ts';
import { shortenJson } from '../send/shorten-json.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** Characters of an answer that reach the model. Source: the seed, "Limits". */
export const MAX_ANSWER_CHARACTERS = 20_000;

export interface AnsweredCall {
  readonly spec: string;
  readonly tool: string;
  readonly graphql: boolean;
  readonly write: boolean;
  readonly request: RenderedRequest;
  readonly response: EgressResponse;
}

/**
 * What the API answered, for the model: the body as it came where it fits, cut with a notice where it does not, and
 * the whole as a resource then. Statuses other than 2xx and GraphQL errors are `isError`.
 */
export function showAnswer(call: AnsweredCall, kept: KeptAnswers): CallToolResult {
  const { request, response, graphql, spec, tool } = call;
  const answer = readAnswer(response);
  const redact = makeRedactor(request);
  const failed = response.status < 200 || response.status > 299;
  const errors = graphql && answer.kind === 'json' ? countGraphqlErrors(answer.value) : 0;
  const content: ContentBlock[] = [];
  const say = (text: string): void => void content.push({ type: 'text', text: redact.text(text) });

  if (failed) say(describeStatus(call));
  else if (errors > 0) say(describeGraphqlErrors(errors, answer));
  if (answer.kind === 'empty') {
    if (!failed) say(`HTTP ${response.status}: it succeeded, and the API returned no content.`);
  } else if (answer.kind === 'binary') {
    const link = kept.keep(spec, tool, redact.text(answer.mediaType), redact.bytes(answer.bytes));
    say(`The API returned ${answer.bytes.length} bytes of ${answer.mediaType}, which is not text.`);
    content.push(linkTo(link));
  } else {
    if (answer.kind === 'text' && answer.claimed)
      say(`The API calls this ${answer.mediaType}, but it is not JSON:`);
    const text = redact.text(answer.text);
    if (text.length <= MAX_ANSWER_CHARACTERS) say(text);
    else {
      const link = kept.keep(spec, tool, redact.text(answer.mediaType), text);
      const [notice, part] = shorten(text, answer.kind);
      say(notice);
      say(part);
      content.push(linkTo(link));
    }
  }
  return { content, ...(failed || errors > 0 ? { isError: true } : {}) };
}

function linkTo({
  uri,
  name,
  mimeType,
}: {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}) {
  const description = 'The whole answer. It can be read for five minutes.';
  return { type: 'resource_link', uri, name, mimeType, description } as const;
}

function shorten(text: string, kind: Answer['kind']): readonly [notice: string, part: string] {
  const head = `TRUNCATED: the API returned ${text.length} characters; what follows is not the complete document.`;
  const rest = 'The whole is in the linked resource for five minutes; do not guess at what is missing.';
  const shortened = kind === 'json' ? shortenJson(text, MAX_ANSWER_CHARACTERS) : undefined;
  if (shortened !== undefined) {
    return [`${head} It is still valid JSON, cut at:\n${shortened.cuts.join('\n')}\n${rest}`, shortened.text];
  }
  const part = text.slice(0, MAX_ANSWER_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return [`${head} These are its first ${part.length} characters. ${rest}`, part];
}

function describeStatus({ request, response, write }: AnsweredCall): string {
  const { status } = response;
  const where = `HTTP ${status} from ${request.method} ${request.url}`;
  if (status >= 300 && status <= 399) {
    const why = write ? 'a redirect is never followed on a write' : 'it was not followed';
    return `${where}: a redirect to ${targetOf(response)}; ${why}.`;
  }
  return `${where}:`;
}

/** Where a redirect points, without its query, which may carry anything. */
function targetOf(response: EgressResponse): string {
  const location = response.headers.get('location') ?? '';
  const target = parseUrl(location, response.url);
  return target === undefined ? 'nowhere that can be read' : `${target.origin}${target.pathname}`;
}

function countGraphqlErrors(value: Json): number {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'errors')) return 0;
  if (Array.isArray(value.errors)) return value.errors.length;
  // Some servers write null where there are none.
  return value.errors === null ? 0 : 1;
}

function describeGraphqlErrors(count: number, answer: Answer): string {
  const data = answer.kind === 'json' && isJsonObject(answer.value) && Object.hasOwn(answer.value, 'data');
  const partial = data && answer.kind === 'json' && isJsonObject(answer.value) && answer.value.data !== null;
  return `The API reports ${count} GraphQL error${count === 1 ? '' : 's'}${partial ? '; the data beside them is partial' : ''}:`;
}
