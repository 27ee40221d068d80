/** Other registries that are asked: each costs every federated question a request. */
export const MAX_UPSTREAMS = 16;

/** From a question to its answer, whoever has not answered by then. The caller is a model that waits. */
export const FEDERATION_BUDGET_MS = 500;
/** For one upstream: just inside the budget, which leaves time to read and to merge. */
export const UPSTREAM_TIMEOUT_MS = 450;

/** Results asked of each registry, ours included: five pages of the usual size. More where a page is larger. */
export const FEDERATED_DEPTH = 50;
/** Bytes of an upstream's answer: 20 kB for each of fifty results, and what is parsed in some ten milliseconds. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
/** Failures in a row after which an upstream is left alone. */
export const FAILURES_TO_OPEN = 3;
/** How long it is left alone at first; twice as long each time that it fails again. */
export const OPEN_MS = 10_000;
/** At most, so that one that is back is noticed while somebody still remembers that it was gone. */
export const MAX_OPEN_MS = 5 * 60_000;

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): how little first place says. */
export const RANK_CONSTANT = 60;

/** How long a merged list is kept after it was last paged through: as long as the views of our own answers. */
export const MERGED_LIST_MS = 5 * 60_000;
/** Memory for merged lists, bytes, an estimate. */
export const MAX_MERGED_LISTS_BYTES = 64 * 1024 * 1024;
