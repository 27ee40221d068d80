import { type ErrorCode, LarderError } from '../../errors.ts';
import type { ViewData } from '../../index/view-data.ts';
import type { TrustResult } from '../../model/trust.ts';
import type { KeyRecord, Scope } from '../../store/store.ts';
import type { CatalogSummary, PublishedRevision } from '../catalogs.ts';
import type { PreparedRevision } from '../preparer/preparer.ts';
import type { ImportReport, ManifestImport } from '../registry.ts';
import type { SlicedList } from './slices.ts';
import type { WriterWarning } from './warning.ts';
import type { WantedActivation } from './writer.ts';

/** What the questions' thread asks of the writer's; `Writer` as data. */
export type WriterRequest =
  | { readonly method: 'importManifest'; readonly manifest: ManifestImport }
  | {
      readonly method: 'recordTrust';
      readonly source: string;
      readonly results: ReadonlyMap<string, TrustResult>;
    }
  | { readonly method: 'recordSilence'; readonly source: string; readonly since: number | null }
  | { readonly method: 'removeSource'; readonly name: string }
  | {
      readonly method: 'publishRevision';
      readonly revision: PreparedRevision;
      readonly activate: boolean;
    }
  | { readonly method: 'activateRevision'; readonly activation: WantedActivation }
  | { readonly method: 'createKey'; readonly name: string; readonly scope: Scope }
  | { readonly method: 'revokeKey'; readonly id: string }
  | { readonly method: 'checkWritable' }
  | { readonly method: 'close' };

export type WriterAnswer =
  | {
      readonly method: 'importManifest';
      readonly result: Omit<ImportReport, 'verdicts'>;
      readonly verdicts: SlicedList;
    }
  | { readonly method: 'recordTrust'; readonly result: { readonly changed: number } }
  | { readonly method: 'removeSource'; readonly result: { readonly orphaned: number } }
  | { readonly method: 'publishRevision'; readonly result: PublishedRevision }
  | { readonly method: 'activateRevision'; readonly result: CatalogSummary }
  | { readonly method: 'createKey'; readonly result: KeyRecord & { readonly key: string } }
  | { readonly method: 'revokeKey'; readonly result: KeyRecord }
  | { readonly method: 'recordSilence' | 'checkWritable' | 'close' };

export interface NumberedRequest {
  readonly number: number;
  readonly request: WriterRequest;
}

/** What comes back. Messages keep their order, so a view is there before the answer to the write that made it. */
export type WriterMessage =
  /** The store is open, and the first view was sent. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'view'; readonly view: ViewData }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: WriterAnswer }
  | { readonly kind: 'refusal'; readonly number: number; readonly error: ErrorData }
  | { readonly kind: 'warning'; readonly warning: WriterWarning }
  /** The store could not be opened, or the index could not follow a commit. */
  | { readonly kind: 'fatal'; readonly error: ErrorData }
  /** All is durable, and the thread ends. */
  | { readonly kind: 'closed' };

/** A LarderError as data. The cause is text for the log: no front door shows it. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  readonly cause: string | undefined;
}

export function errorData(error: unknown): ErrorData {
  if (!(error instanceof LarderError)) {
    const message = 'The writer failed.';
    return { code: 'INTERNAL_ERROR', message, retryAfterSeconds: undefined, cause: describe(error) };
  }
  const { code, message, retryAfterSeconds, cause } = error;
  return { code, message, retryAfterSeconds, cause: cause === undefined ? undefined : describe(cause) };
}

export function larderError({ code, message, retryAfterSeconds, cause }: ErrorData): LarderError {
  return new LarderError(code, message, {
    ...(cause === undefined ? {} : { cause: new WriterCause(cause) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** What failed in the other thread, with its stack. */
class WriterCause extends Error {
  override readonly name = 'WriterCause';

  constructor(description: string) {
    super(description.split('\n', 1)[0]);
    this.stack = description;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by: ${describe(error.cause)}`;
}
