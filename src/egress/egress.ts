import type { DnsRecordOf, DnsType } from './dns/record.ts';

/** The one way out: every outbound HTTP request and DNS question of the program goes through one of these. */
export interface Egress {
  /**
   * Sends a request and reads the whole answer, whatever its status. Errors: EgressError.
   *
   * Only http and https, only to addresses that are global or on the operator's list, each hop of a redirect checked
   * from the start; bytes, headers and time are bounded.
   */
  fetch(request: EgressRequest): Promise<EgressResponse>;

  /**
   * The same in the shape of the platform's `fetch`, the body as a stream: what the MCP transports take. The time
   * limit is for the head of the answer; the body may take as long as the caller's signal lets it. A failure before
   * the body is an EgressError, one in the body the error of its stream.
   */
  readonly webFetch: WebFetch;

  /**
   * Records of one type, following aliases; empty when the name or the type does not exist.
   * Errors: EgressError (`name-lookup-failed`, `timed-out`, `aborted`).
   */
  resolveDns<T extends DnsType>(
    name: string,
    type: T,
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly DnsRecordOf<T>[]>;

  /** Cuts what is under way and gives up all connections. */
  close(): void;
}

export type WebFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface EgressOptions {
  /**
   * What may be reached although it is not on the public Internet, as the operator wrote it: a CIDR range
   * (`10.0.0.0/8`, `fd00::/8`), an address, an address with a port (`127.0.0.1:8080`, `[::1]:8080`), or a name with a
   * port (`registry.internal:8080`). None when absent.
   */
  readonly allow?: readonly string[];
  /** Name servers (`192.0.2.1`, `127.0.0.1:5353`) to ask instead of those of the system. */
  readonly dnsServers?: readonly string[];
  /** Sent where a request names no `User-Agent`. */
  readonly userAgent?: string;
  /** Certificates (PEM) to trust beside those that Node trusts. */
  readonly ca?: string;
}

export interface EgressRequest {
  readonly url: string | URL;
  /** `GET` when absent. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** `Host`, `Content-Length` and what governs the connection are set here and refused from the caller. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that prove who asks: they stay with the origin of `url`, whatever redirects say. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /**
   * `follow` (when absent): up to five redirects of a GET or HEAD are followed; the answer to any other method is
   * returned as it is. `none`: always as it is.
   */
  readonly redirect?: 'follow' | 'none';
  /**
   * Asked before each redirect is followed. Where it rejects, the redirect is not followed and the request fails with that
   * error. The time it takes does not count against `deadlineMs`.
   */
  readonly beforeHop?: (hop: Hop) => Promise<void>;
  /**
   * The request changes nothing, although its method could (a question by POST): it may go over a kept connection,
   * and is sent again when that turns out to be closed. True for GET, HEAD and OPTIONS.
   */
  readonly safe?: boolean;
  /** `allowed` (when absent): also what is on the operator's list. `public`: not even that, for addresses that strangers name. */
  readonly reach?: 'allowed' | 'public';
  /** Media types that a 2xx answer may have, without parameters; `+json` stands for all with that suffix. Any when absent. */
  readonly accept?: readonly string[];
  /** Bytes of the decoded body, at most; 5 MiB when absent. */
  readonly maxBytes?: number;
  /** From now to the last byte of the answer, milliseconds; 10 s when absent. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/** Where a redirect leads, and what may be reached there. */
export interface Hop {
  readonly url: string;
  readonly reach: NonNullable<EgressRequest['reach']>;
}

export interface EgressResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Decoded. */
  readonly body: Uint8Array;
  /** The address (IPv4 or IPv6) that the answer came from. */
  readonly remoteAddress: string;
  /** Redirects that were followed. */
  readonly hops: number;
}
