import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LarderError } from '../../errors.ts';
import type { JsonObject } from '../../model/entry.ts';
import { makeFolder } from '../../store/make-folder.ts';

/**
 * What happens to a call. A write leaves `previewed`, then `refused`, `declined` or (`approved` and) `confirmed`, then
 * `sending` before the first byte and `sent` or `failed` after it; a `sending` without an end is a process that died
 * in between. A read leaves `sent` or `failed`.
 */
export type AuditEvent =
  | 'previewed'
  | 'approved'
  | 'confirmed'
  | 'refused'
  | 'declined'
  | 'sending'
  | 'sent'
  | 'failed';

/** Where and what; `detail` never holds a credential, a header value, a body or a live token. */
export interface AuditRecord {
  readonly event: AuditEvent;
  readonly spec: string;
  readonly tool: string;
  /** Joins the records of one held call. */
  readonly call?: string;
  readonly detail?: JsonObject;
}

export interface AuditLog {
  /** Appends; durable on return for writes, or it throws and nothing may be sent. */
  append(record: AuditRecord): void;
  close(): void;
}

/** Nobody asked for a log. */
export const NO_AUDIT: AuditLog = { append() {}, close() {} };

/** One line of the log: JSON with the moment in front. */
export function formatRecord({ event, spec, tool, call, detail }: AuditRecord, now: Date): string {
  return JSON.stringify({
    time: now.toISOString(),
    event,
    spec,
    tool,
    ...(call === undefined ? {} : { call }),
    ...detail,
  });
}

/**
 * Appends to a file, JSON lines, readable by its owner only. Several processes may share one. Errors: those of the system
 * for a file that cannot be opened; of `append`, UNAVAILABLE.
 */
export function openAuditFile(file: string): AuditLog {
  makeFolder(dirname(file));
  const descriptor = openSync(file, 'a', 0o600);
  return {
    append(record) {
      try {
        // One write with O_APPEND: lines of several processes do not mix. A write that comes short, as on a full disk, is
        // gone on with, and so fails.
        writeFileSync(descriptor, `${formatRecord(record, new Date())}\n`);
        fsyncSync(descriptor);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new LarderError('UNAVAILABLE', `The audit log cannot be written (${why}).`, { cause });
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** Appends to the state file. */
export function auditInState(state: { appendEvent(json: string): void }): AuditLog {
  return {
    append: (record) => state.appendEvent(formatRecord(record, new Date())),
    close() {},
  };
}

/** Writes to both; the first that fails keeps the call from being sent. */
export function auditTogether(logs: readonly AuditLog[]): AuditLog {
  return {
    append(record) {
      for (const log of logs) log.append(record);
    },
    close() {
      for (const log of logs) log.close();
    },
  };
}
