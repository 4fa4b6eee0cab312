/** The audit log. Product rules: Administrators. */
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** `before` and `after` hold the changed fields, without secrets. */
export interface AuditEntry {
  /** `noun.verb`, e.g. `user.update`, `card.status`, `tokens.adjust`. */
  action: string;
  entityType: string;
  entityId: string | number;
  /** The member concerned; erasing them clears this entry. */
  userId?: number | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string | null;
}

/**
 * An audit row for the statement directly before it in the batch. Inserts nothing if that changed no row, so a guard that refuses the
 * change refuses the audit row, too.
 */
export function auditStatement(actor: Actor, entry: AuditEntry, now: number): Statement {
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 WHERE changes() > 0`,
    [
      actor.adminId,
      entry.action,
      entry.entityType,
      String(entry.entityId),
      entry.userId ?? null,
      entry.before ? JSON.stringify(entry.before) : null,
      entry.after ? JSON.stringify(entry.after) : null,
      entry.reason ?? null,
      actor.address,
      actor.requestId,
      now,
    ],
  );
}

/**
 * Audit rows of what a query finds, word for word: entity id, member, before and after, in that order. For what only the database knows,
 * such as the values before a change (then it stands before that, under the same guard), and for changes of many rows.
 * Its placeholders begin at ?8.
 */
export function auditFromSelect(
  actor: Actor,
  entry: Pick<AuditEntry, 'action' | 'entityType' | 'reason'>,
  query: { sql: string; values: (string | number | null)[] },
  now: number,
): Statement {
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, reason, address, request_id, created_at, entity_id, user_id, before, after)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, found.* FROM (${query.sql}) found`,
    [actor.adminId, entry.action, entry.entityType, entry.reason ?? null, actor.address, actor.requestId, now, ...query.values],
  );
}
