import { z } from 'zod';
import { LarderError } from '../../errors.ts';
import type { Submission, Submissions } from '../../network/submit/submissions.ts';
import { CallerQuota } from '../caller-quota.ts';
import type { HttpApp } from '../http-app.ts';
import { MAX_SUBMISSIONS_PER_WINDOW, MAX_SUBMITTED_URL_LENGTH, QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

const submissionRequest = z
  .strictObject({
    url: z.string().max(MAX_SUBMITTED_URL_LENGTH).meta({
      description: 'A domain, or the https address of a manifest on it.',
      example: 'example.com',
    }),
  })
  .meta({ id: 'SubmissionRequest' });

const challenge = z
  .strictObject({
    token: z.string().meta({ description: 'What has to be found at the domain, and to stay there.' }),
    wellKnown: z.string().meta({ description: 'An address that may have the token, as a line of its text.' }),
    dnsName: z.string().meta({ description: 'A name that may have the token instead, as a TXT record.' }),
    expiresAt: z.iso.datetime().nullable().meta({
      description:
        'Until when the token is taken; null once it was found, because then it is good while it stays.',
    }),
  })
  .meta({ id: 'SubmissionChallenge' });

const submission = z
  .strictObject({
    domain: z.string(),
    target: z.string().meta({ description: 'What is crawled: the domain, or one address.' }),
    state: z.enum(['pending', 'accepted']).meta({
      description: '`pending`: the token was not found; put it there and send the same request again.',
    }),
    challenge,
    found: z
      .strictObject({ wellKnown: z.string(), dns: z.string() })
      .meta({ description: 'What was found in the two places, in words.' }),
    leasedUntil: z.iso.datetime().nullable().meta({
      description:
        'Until when the target is crawled; each crawl that finds the token moves it on. Null where it is not crawled, and where the operator has it crawled anyway.',
    }),
  })
  .meta({ id: 'Submission', description: 'What became of the submission.' });

export function addSubmitSource(app: HttpApp, submissions: Submissions | undefined): void {
  const quota = new CallerQuota(MAX_SUBMISSIONS_PER_WINDOW, Date.now);
  app.post('/sources', {
    config: {
      access: 'open',
      crossOrigin: false,
      consumes: ['application/json'],
      bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS,
    },
    schema: {
      summary: 'Submit a domain to be crawled',
      description: `For publishers; off unless the operator switched it on. The first answer names a token; once it stands at the domain, the same request again has the domain crawled from then on. No manifest is fetched by the request itself. At most ${MAX_SUBMISSIONS_PER_WINDOW} requests a minute from one address.`,
      operationId: 'submitSource',
      tags: ['Sources'],
      querystring: noQuery,
      body: submissionRequest,
      response: { 202: submission, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 409, 501, 503) },
    },
    // Before the body is looked at: where nothing can be submitted, no body is right.
    onRequest: async ({ ip }) => {
      refuseAbsent(submissions);
      quota.spend(ip);
    },
    handler: async ({ body }, reply) =>
      reply.code(202).send(renderSubmission(await refuseAbsent(submissions).submit(body.url))),
  });
}

function refuseAbsent(submissions: Submissions | undefined): Submissions {
  if (submissions !== undefined) return submissions;
  throw new LarderError(
    'NOT_IMPLEMENTED',
    'This registry takes no submissions; its operator decides what is crawled, and PUT /sources/{source} imports a manifest.',
  );
}

function renderSubmission(made: Submission): z.infer<typeof submission> {
  const { token, wellKnown, dnsName, expiresAt } = made.challenge;
  return {
    domain: made.domain,
    target: made.target,
    state: made.state,
    challenge: { token, wellKnown, dnsName, expiresAt: renderInstant(expiresAt) },
    found: { wellKnown: made.found.wellKnown, dns: made.found.dns },
    leasedUntil: renderInstant(made.leasedUntil),
  };
}

function renderInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
