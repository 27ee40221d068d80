/** From the call to the last byte of the answer: a caller waits for it, and a page of a directory takes far less. */
export const DEADLINE_MS = 10_000;
/** Longest deadline a caller may ask for: tools that work for minutes exist, connections that hang for hours too. */
export const MAX_DEADLINE_MS = 10 * 60_000;
/** For one address to take the connection, TLS included: leaves time for the next address of the same host. */
export const CONNECT_TIMEOUT_MS = 3_000;
/** How long an idle connection is kept for the next request; most servers close theirs after five seconds or later. */
export const IDLE_CONNECTION_MS = 4_000;
/** Hosts whose connections are kept at once; beyond, those of the longest unused are left to end by themselves. */
export const MAX_KEPT_HOSTS = 128;

/** Bytes of a decoded body: fourteen times the largest manifest known. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** Bytes that a caller may ask for at most: an OpenAPI document of 32 MiB is the largest thing taken in anywhere. */
export const MAX_MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of status line and headers of an answer: twice what our own server takes, since cookies are common. */
export const MAX_HEADER_BYTES = 32 * 1024;
/** Code units of an address; more than browsers and servers agree on. */
export const MAX_URL_LENGTH = 8 * 1024;

/** Redirects followed: a move to https, to `www`, to a new path, and as many again. */
export const MAX_REDIRECTS = 5;

/** Requests to one host at a time: enough for a fan-out, no burden to the host. */
export const MAX_PER_HOST = 8;
/** Requests to one host that wait for their turn; more would only time out in the queue. */
export const MAX_WAITING_PER_HOST = 64;

/** Addresses of a host that are tried, one after the other. */
export const MAX_ADDRESSES = 8;
/**
 * Names that the system looks up at once. Each takes one of the four threads that Node also reads files and
 * decompresses with, and a hostile name server can hold it for half a minute.
 */
export const MAX_SYSTEM_LOOKUPS = 2;

/** To the head of an answer to `webFetch`: MCP clients wait a minute for a tool. */
export const WEB_HEAD_DEADLINE_MS = 60_000;
/** Bytes of a streamed body, decoded. A stream of events lives long; this is where it is no longer one. */
export const MAX_STREAM_BYTES = 64 * 1024 * 1024;
