import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openAuditFile } from '../../src/forge/audit/audit-log.ts';
import { openForgeState } from '../../src/store/forge-state.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';

const RECORD = { event: 'sent', spec: 'acme', tool: 'find' } as const;

describe('the files of Forge', () => {
  it('are made with the folders above them', () => {
    const folder = join(makeTemporaryDirectory(), 'a', 'b');
    openForgeState(join(folder, 'state.db')).close();
    const log = openAuditFile(join(folder, 'c', 'audit.jsonl'));
    log.append(RECORD);
    log.append(RECORD);
    log.close();
    const lines = readFileSync(join(folder, 'c', 'audit.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).tool)).toEqual(['find', 'find']);
  });

  // mkdir says ENOENT below /proc, though /proc is there: Node's own `recursive` then begins again, for ever.
  it.skipIf(!existsSync('/proc/self'))('are refused where the system takes no folder', () => {
    expect(() => openForgeState('/proc/larder-x/state.db')).toThrow(/ENOENT|EACCES/);
    expect(() => openAuditFile('/proc/larder-x/y/audit.jsonl')).toThrow(/ENOENT|EACCES/);
  });

  it.skipIf(!existsSync('/dev/full'))('are no log where a record cannot be written, and say so', () => {
    const log = openAuditFile('/dev/full');
    expect(() => log.append(RECORD)).toThrow(/^The audit log cannot be written .*ENOSPC/);
    log.close();
  });

  it('are no file of another program, which is left as it is', () => {
    const file = join(makeTemporaryDirectory(), 'other.db');
    const other = new BetterSqlite3(file);
    other.exec('CREATE TABLE notes (text TEXT)');
    other.close();
    const before = readFileSync(file);
    expect(() => openForgeState(file)).toThrow(/another program/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
