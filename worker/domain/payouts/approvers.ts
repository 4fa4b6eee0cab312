/**
 * Decides which administrators may approve a payout run, and when. This prevents one person from both creating and approving a run. The
 * write repeats the check as `mayApprove` (worker/store/payouts/waiting-runs.ts). Product rules: Payout runs.
 */
import type { AdminRole } from '#schema/admin/session.ts';
import { approverStandingSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface ApproverRow {
  id: number;
  email: string;
  role: AdminRole;
  isDisabled: boolean;
  createdAt: Seconds;
  /** When the newest passkey, authenticator app or recovery code was added; null without a second factor. */
  newestFactorAt: Seconds | null;
}

/** An entry of the audit log that created, changed or reset an administrator. */
export interface AdminChange {
  adminId: number;
  /** Id of the administrator who made the change; null if it was made with a server command. */
  byId: number | null;
  action: 'admin.create' | 'admin.change' | 'admin.reset_link' | 'admin.reset_password';
  at: Seconds;
  /** The role before the change; null if the change did not affect it. */
  roleBefore: AdminRole | null;
  wasDisabled: boolean | null;
}

/** All administrators, and changes to them in the last 7 days, oldest first. */
export interface ApproverFacts {
  admins: ApproverRow[];
  changes: AdminChange[];
}

export interface Approver {
  id: number;
  email: string;
  /** Earliest time at which this administrator may approve the run; null if waiting alone will not make them eligible. */
  from: Seconds | null;
}

const isSuperAdmin = ({ role, isDisabled }: Pick<ApproverRow, 'role' | 'isDisabled'>) => role === 'super_admin' && !isDisabled;

/** Lists the enabled super administrators, and when each may approve the run. In development, all of them may approve it immediately. */
export function listApprovers(createdById: number, facts: ApproverFacts, isDevelopment: boolean, now: Seconds): Approver[] {
  return facts.admins.filter(isSuperAdmin).map((admin) => ({
    id: admin.id,
    email: admin.email,
    from: isDevelopment ? 0 : approvableFrom(admin, createdById, facts, now),
  }));
}

export function canApprove(approver: Approver | undefined, now: Seconds): boolean {
  return approver !== undefined && approver.from !== null && approver.from <= now;
}

function approvableFrom(admin: ApproverRow, createdById: number, facts: ApproverFacts, now: Seconds): Seconds | null {
  const isOwnRun = admin.id === createdById;
  // Waiting is not enough: either another super administrator must approve the run, or this one must add a second factor.
  if (isOwnRun && facts.admins.some((other) => other.id !== admin.id && isSuperAdmin(other))) return null;
  const standingStartedAt = standingSince(admin, facts);
  if (standingStartedAt === null) return null;
  const events = facts.changes.filter((change) =>
    isOwnRun ? wasAnotherSuperAdmin(change, admin.id, facts) : mayBeOnePerson(change, admin.id, createdById, facts, now),
  );
  return Math.max(standingStartedAt, ...events.map(({ at }) => at)) + approverStandingSeconds;
}

/**
 * Returns when this administrator became an enabled super administrator with the current second factors, based on the last 7 days of
 * changes. Returns null if the administrator is disabled, is not a super administrator or has no second factor.
 */
function standingSince(admin: ApproverRow, { changes }: ApproverFacts): Seconds | null {
  if (!isSuperAdmin(admin) || admin.newestFactorAt === null) return null;
  const changedAt = changes.filter(({ adminId, action }) => adminId === admin.id && action !== 'admin.reset_link').map(({ at }) => at);
  return Math.max(admin.createdAt, admin.newestFactorAt, ...changedAt);
}

/** Whether the change proves that another super administrator was enabled at the time. */
function wasAnotherSuperAdmin(change: AdminChange, ownId: number, { admins, changes }: ApproverFacts): boolean {
  const admin = admins.find(({ id }) => id === change.adminId);
  if (!admin || admin.id === ownId || change.action === 'admin.create') return false;
  const laterChanges = changes.slice(changes.indexOf(change)).filter(({ adminId }) => adminId === admin.id);
  const role = laterChanges.find(({ roleBefore }) => roleBefore !== null)?.roleBefore ?? admin.role;
  const wasDisabled = laterChanges.find((one) => one.wasDisabled !== null)?.wasDisabled ?? admin.isDisabled;
  return role === 'super_admin' && !wasDisabled;
}

/**
 * Whether the approver or the run's creator changed the other's account. Also true if the creator's account was changed by an administrator
 * whose own account changed recently, because that administrator may be a second account of the approver.
 */
function mayBeOnePerson(
  { adminId, byId }: AdminChange,
  approverId: number,
  starterId: number,
  facts: ApproverFacts,
  now: Seconds,
): boolean {
  if (adminId === approverId) return byId === starterId;
  if (adminId !== starterId || byId === null || byId === starterId) return false;
  const by = facts.admins.find(({ id }) => id === byId);
  const standingStartedAt = by ? standingSince(by, facts) : null;
  return byId === approverId || standingStartedAt === null || standingStartedAt + approverStandingSeconds > now;
}
