import { z } from 'zod';
import type { KeyRecord } from '../../store/store.ts';
import { MAX_KEY_NAME_LENGTH } from '../limits.ts';

const members = {
  id: z.string(),
  name: z.string(),
  scope: z.enum(['read', 'publish', 'admin']).meta({ description: 'Each scope includes those before it.' }),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
};

export const keyRecord = z
  .strictObject(members)
  .meta({ id: 'Key', description: 'One API key, without its text.' });
export const keyList = z
  .strictObject({ items: z.array(keyRecord) })
  .meta({ id: 'KeyList', description: 'All API keys, revoked ones too.' });
export const createdKey = z
  .strictObject({
    ...members,
    key: z.string().meta({ description: 'The key itself. It is shown this once and kept nowhere.' }),
  })
  .meta({ id: 'CreatedKey', description: 'The new key.' });

export const keyRequest = z
  .strictObject({ name: z.string().min(1).max(MAX_KEY_NAME_LENGTH), scope: members.scope })
  .meta({ id: 'KeyRequest' });

export function renderKey(key: KeyRecord): z.infer<typeof keyRecord> {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    createdAt: new Date(key.createdAt).toISOString(),
    revokedAt: key.revokedAt === null ? null : new Date(key.revokedAt).toISOString(),
  };
}
