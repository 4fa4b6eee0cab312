/** Writes entries to the audit log. Product rules: Administrators. */
import type { AuditAction } from '#schema/admin/audit-actions.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** An entry for the audit log. `before` and `after` hold the changed fields, without secrets. */
export interface AuditEntry {
  action: AuditAction;
  entityType: string;
  entityId: string | number;
  /** The member affected by the action. Erasing the member clears the personal data in this entry. */
  userId?: number | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string | null;
  /** The payout run of which the action is a step. The audit log lists it below the run's own entries. */
  runId?: number | null;
}

/** Writes an audit entry. Must directly follow the audited statement in the batch; inserts nothing if that statement changed no row. */
export function auditStatement(actor: Actor, entry: AuditEntry, now: number): Statement {
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at, run_id)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 WHERE changes() > 0`,
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
      entry.runId ?? null,
    ],
  );
}

/**
 * Audits many rows at once, or values that only the database knows. The query selects entity id, member, before and after, in that order.
 * To record old values, it must run before the change and have the same condition. Its placeholders begin at ?8.
 */
export function auditFromSelect(
  actor: Actor,
  entry: Pick<AuditEntry, 'action' | 'entityType' | 'reason' | 'runId'>,
  query: { sql: string; values: (string | number | null)[] },
  now: number,
): Statement {
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, reason, address, request_id, created_at, entity_id, user_id, before, after, run_id)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, found.*, ?${8 + query.values.length} FROM (${query.sql}) found`,
    [
      actor.adminId,
      entry.action,
      entry.entityType,
      entry.reason ?? null,
      actor.address,
      actor.requestId,
      now,
      ...query.values,
      entry.runId ?? null,
    ],
  );
}

/** SQL condition: audit entry `g` is a change of the member's email, or a request for one, that is more than a change of case. */
export const isEmailChange = `+g.action = 'user.update'
  AND (g.after ->> 'pendingEmail' IS NOT NULL OR lower(g.after ->> 'email') <> lower(coalesce(g.before ->> 'email', '')))`;
