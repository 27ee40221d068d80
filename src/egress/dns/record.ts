export interface AddressRecord {
  readonly address: string;
  /** Seconds. */
  readonly ttl: number;
}

export interface TextRecord {
  /** The character strings of the record put together, read as UTF-8. */
  readonly text: string;
  readonly ttl: number;
}

/** RFC 9460. */
export interface ServiceRecord {
  /** 0: an alias for `target`. */
  readonly priority: number;
  /** Without the final dot; empty for the root, which means the owner itself. */
  readonly target: string;
  /** By key: `port`, `alpn`, … or `key65280` for those without a name here. Values in presentation form. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly ttl: number;
}

interface Records {
  readonly A: AddressRecord;
  readonly AAAA: AddressRecord;
  readonly TXT: TextRecord;
  readonly SVCB: ServiceRecord;
}

export type DnsType = keyof Records;
export type DnsRecordOf<T extends DnsType> = Records[T];
