import { env } from 'cloudflare:workers';

interface AuditRow {
  admin_id: number;
  action: string;
  user_id: number | null;
  before: string;
  after: string;
  reason: string | null;
}

/** Returns the audit rows about an entity, oldest first. */
export async function auditOf(entityType: string, entityId: string | number) {
  const { results } = await env.DB.prepare(
    'SELECT admin_id, action, user_id, before, after, reason FROM audit_log WHERE entity_type = ? AND entity_id = ? ORDER BY id',
  )
    .bind(entityType, String(entityId))
    .all<AuditRow>();
  return results.map(({ before, after, ...same }) => ({ ...same, before: JSON.parse(String(before)), after: JSON.parse(String(after)) }));
}
