/** See "Accounts and sessions" in docs/product-rules.md. */

import type { AuditEntry } from '#schema/admin/audit.ts';
import type { AdminRole } from '#schema/admin/session.ts';
import { pick } from '#worker/domain/pick.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';

export interface StoredAuditEntry {
  id: number;
  adminId: number | null;
  adminEmail: string | null;
  action: string;
  entityType: string;
  entityId: string;
  userId: number | null;
  runId: number | null;
  userEmail: string | null;
  /** JSON object with the old values of the changed fields. */
  before: string | null;
  after: string | null;
  /** Email of the administrator to whom `after` assigns a message. */
  assigneeEmail: string | null;
  reason: string | null;
  address: string | null;
  requestId: string;
  createdAt: Seconds;
}

/**
 * Formats an audit entry for the viewer's role. Every administrator sees the actor, action, row and time. Values, reasons, network
 * addresses and the member's email are personal data, visible only to super administrators.
 */
export function presentAuditEntry(role: AdminRole, entry: StoredAuditEntry): AuditEntry {
  const { adminId, adminEmail, userEmail, reason, address } = entry;
  const before = parseValues(entry.before);
  const after = nameAssignee(parseValues(entry.after), entry.assigneeEmail);
  return {
    ...pick(entry, 'id', 'action', 'entityType', 'entityId', 'userId', 'runId', 'requestId'),
    createdAt: toIso(entry.createdAt),
    admin: adminId === null ? null : { id: adminId, email: adminEmail ?? '' },
    personal: role === 'super_admin' ? { userEmail, before, after, reason, address } : null,
  };
}

function parseValues(json: string | null): Record<string, unknown> | null {
  if (json === null) return null;
  const parsedJson: unknown = JSON.parse(json);
  return typeof parsedJson === 'object' && parsedJson !== null && !Array.isArray(parsedJson) ? { ...parsedJson } : { value: parsedJson };
}

/** Replaces the id of a message's assignee by their email. */
function nameAssignee(values: Record<string, unknown> | null, email: string | null): Record<string, unknown> | null {
  if (values?.assigneeId === undefined) return values;
  const { assigneeId, ...others } = values;
  return { assignee: email ?? assigneeId, ...others };
}
