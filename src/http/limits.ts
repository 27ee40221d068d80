/** Bytes of a question's body: text, filter and facets at their bounds fit many times. */
export const MAX_QUESTION_BYTES = 64 * 1024;
/** Bytes of bodies larger than that which are in memory at once: three of the largest, or many of the usual. */
export const MAX_HELD_BODY_BYTES = 128 * 1024 * 1024;
/** Nesting of a question's body. Filters need four levels; the rest is for shapes that the seed leaves open. */
export const MAX_QUESTION_DEPTH = 32;

/** Code units of `query.text`: longer than any need put into words, short enough to analyse in a millisecond. */
export const MAX_TEXT_LENGTH = 4_096;
/** Paths that one filter may constrain. */
export const MAX_FILTER_KEYS = 64;
/** Values that one path of a filter may list. */
export const MAX_FILTER_VALUES = 256;
/** Code units of one filter value: no value over 256 is indexed, so a longer one could only match nothing. */
export const MAX_FILTER_VALUE_LENGTH = 1_024;
/** Code units of a field path, in filters and facets. */
export const MAX_PATH_LENGTH = 256;
/** Prefixes of one layer of `query.@context`, and layers: as many as a filter has keys. */
export const MAX_CONTEXT_TERMS = 64;
export const MAX_CONTEXT_LAYERS = 8;
/** Facets of one `/explore` request: each is a pass over the matched set. */
export const MAX_FACETS = 32;
/** Buckets of one facet. */
export const MAX_FACET_LIMIT = 1_000;
/** Buckets of a facet that names no `limit` (the seed's default). */
export const DEFAULT_FACET_LIMIT = 20;
/** Largest page served; a larger `pageSize` is served as this (v0.91 sections 5.3.2 and 5.3.5). */
export const MAX_PAGE_SIZE = 100;
export const DEFAULT_SEARCH_PAGE_SIZE = 10;
export const DEFAULT_LIST_PAGE_SIZE = 20;
/** Code units of a page token; ours stay far below. */
export const MAX_TOKEN_LENGTH = 4_096;
/** Code units of a key's name, which is there for people. */
export const MAX_KEY_NAME_LENGTH = 100;

/** Code units of the reason of a refusal, which is there for people. */
export const MAX_REFUSAL_REASON_LENGTH = 500;

/** Bytes of an error body. */
export const MAX_ERROR_BYTES = 8 * 1024;

/** Memory for answers that may be asked for again, bytes: thousands of them, and little beside the index. */
export const MAX_KEPT_ANSWERS_BYTES = 32 * 1024 * 1024;
/** Code units of an answer that is kept: one large one must not push out hundreds. */
export const MAX_KEPT_ANSWER_LENGTH = 256 * 1024;

/**
 * How long an answer is kept. The page token in it holds its view from when it was made, for five minutes; who gets it
 * later must not have noticeably less.
 */
export const KEPT_ANSWER_LIFETIME_MS = 10_000;

/** From the first byte of a request to its last. Generous, because a manifest has to get in over a slow line. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** For the request line and the headers. */
export const HEADERS_TIMEOUT_MS = 5_000;
/** For the body of a question, once its headers are there. */
export const QUESTION_BODY_TIMEOUT_MS = 5_000;
/** For what is still on its way when a request is refused on a connection that then closes. */
export const LINGER_MS = 2_000;
/** How often Node looks at its deadlines; its default of 30 s would make the two above meaningless. */
export const DEADLINE_CHECK_INTERVAL_MS = 500;
/** How long an idle connection is kept for the next request. */
export const KEEP_ALIVE_TIMEOUT_MS = 30_000;

/** Bytes of request line and headers together (Node's own default, written down). */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Code units of a request target. An identifier of 1,024 characters, each percent-encoded, takes 3,072. */
export const MAX_URI_LENGTH = 8 * 1024;
/** Code units of an `Accept` header that are looked at. */
export const MAX_ACCEPT_LENGTH = 1_024;

/** The window over which requests are counted. */
export const RATE_WINDOW_MS = 60_000;
/** Keys and addresses counted at once, least recently seen forgotten first: what the limiter's memory is bounded by. */
export const MAX_RATE_LIMITED_CALLERS = 10_000;
/**
 * Submissions a minute of one address: each may look up and ask a host that the caller names. Kept also where the limit on
 * all requests is switched off.
 */
export const MAX_SUBMISSIONS_PER_WINDOW = 6;
/** Code units of what is submitted. */
export const MAX_SUBMITTED_URL_LENGTH = 2_048;
/** Leading bits of an IPv6 address that count as one caller: a household or server owns a whole /64. */
export const IPV6_SUBNET_BITS = 64;
