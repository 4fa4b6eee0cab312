/** The audit log: who did what, to what, from where. Product rules: Administrators. */
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** What is kept of one change. `before` and `after` hold the fields that changed, and no secrets. */
export interface AuditEntry {
  /** `noun.verb`, e.g. `user.update`, `card.status`, `tokens.adjust`. */
  action: string;
  entityType: string;
  entityId: string | number;
  /** The member whom it concerns, so that erasing them erases what is said of them here. */
  userId?: number | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string | null;
}

/**
 * The audit row of the statement right before it in the same batch; none where that changed no row, so that a guard which
 * refuses a change refuses its audit row too.
 */
export function auditStatement(actor: Actor, entry: AuditEntry, now: number): Statement {
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 WHERE changes() > 0`,
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
    actor.adminId,
    entry.action,
    entry.entityType,
    entry.reason ?? null,
    actor.address,
    actor.requestId,
    now,
    ...query.values,
  );
}
