/** Recent changes to administrators, from the audit log. Must match worker/domain/payouts/approvers.ts. Product rules: Payout runs. */
import type { AdminRole } from '#schema/admin/session.ts';
import { approverStandingSeconds } from '#schema/rules.ts';

/**
 * SQL that converts a numeric id to text, as stored in `audit_log.entity_id`. The inner cast is for bound numbers, which D1 passes as
 * floats.
 */
export const idText = (id: string) => `CAST(CAST(${id} AS INTEGER) AS TEXT)`;

/**
 * SQL condition: the audit row `l` records that an administrator was created or changed, or that a password was reset. Matches the partial
 * index audit_log_standing.
 */
export const isAdminChange = (l: string) => `${l}.action IN ('admin.create', 'admin.change', 'admin.reset_link', 'admin.reset_password')`;

/** SQL condition: the audit row `l` records a change to an administrator in the last 7 days. */
export const isRecentAdminChange = (l: string, now: string) =>
  `${isAdminChange(l)} AND ${l}.created_at > ${now} - ${approverStandingSeconds}`;

/** SQL for the time when the administrator's newest second factor was added; NULL if there is none. */
export const newestFactorAt = (adminId: string) =>
  `(SELECT max(f.created_at) FROM (SELECT created_at FROM admin_passkeys WHERE admin_id = ${adminId}
    UNION ALL SELECT created_at FROM admin_totp WHERE admin_id = ${adminId} AND is_confirmed = 1
    UNION ALL SELECT created_at FROM admin_recovery_codes WHERE admin_id = ${adminId} AND used_at IS NULL) f)`;

const isOneOf = (role: string, roles: readonly AdminRole[]) => `${role} IN ('${roles.join("', '")}')`;

/** SQL condition: the administrator has been enabled with one of the roles, and with the same second factors, for at least 7 days. */
export const hasStanding = (adminId: string, roles: readonly AdminRole[], now: string) => {
  const cutoff = `${now} - ${approverStandingSeconds}`;
  return `EXISTS (SELECT 1 FROM admins s WHERE s.id = ${adminId} AND ${isOneOf('s.role', roles)} AND s.disabled_at IS NULL AND s.created_at <= ${cutoff}
    AND ${newestFactorAt(adminId)} <= ${cutoff} AND NOT EXISTS (SELECT 1 FROM audit_log h INDEXED BY audit_log_standing
      WHERE ${isRecentAdminChange('h', now)} AND h.entity_id = ${idText(adminId)} AND h.action <> 'admin.reset_link'))`;
};

/** SQL for a field's value before the change in audit row `l`; `current` is its present value. */
const valueBefore = (l: string, field: 'role' | 'disabled', current: string) =>
  `coalesce(${l}.before ->> '${field}', (SELECT n.before ->> '${field}' FROM audit_log n WHERE ${isAdminChange('n')} AND n.created_at >= ${l}.created_at
    AND n.id > ${l}.id AND n.entity_id = ${l}.entity_id AND n.before ->> '${field}' IS NOT NULL ORDER BY n.id LIMIT 1), ${current})`;

/** SQL condition: administrator `a` is enabled with one of the roles, or was at any time in the last 7 days. */
export const isOrWasEnabled = (a: string, roles: readonly AdminRole[], now: string) => {
  return `(${isOneOf(`${a}.role`, roles)} AND ${a}.disabled_at IS NULL OR EXISTS (SELECT 1 FROM audit_log w INDEXED BY audit_log_standing
    WHERE ${isRecentAdminChange('w', now)} AND w.entity_id = CAST(${a}.id AS TEXT) AND w.action <> 'admin.create'
      AND ${isOneOf(valueBefore('w', 'role', `${a}.role`), roles)} AND ${valueBefore('w', 'disabled', `${a}.disabled_at IS NOT NULL`)} = 0))`;
};

/**
 * SQL condition: no other administrator with one of the roles is enabled or was enabled in the last 7 days. The 7 days prevent an
 * administrator from becoming the only one by disabling the others. `now` is in Unix seconds.
 */
export const isSoleAdministrator = (adminId: string, roles: readonly AdminRole[], now: string) =>
  `NOT EXISTS (SELECT 1 FROM admins o WHERE o.id <> ${adminId} AND ${isOrWasEnabled('o', roles, now)})`;
