/** See "Accounts and sessions" in docs/product-rules.md. */
import type { AdminProfileRequest } from '#schema/admin/account.ts';
import type { AdministratorChange } from '#schema/admin/administrators.ts';
import type { AdminRole } from '#schema/admin/session.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface Administrator {
  id: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: AdminRole;
  version: number;
  passwordIsTemporary: 0 | 1;
  hasFactor: 0 | 1;
}

export interface SignedInAdministrator extends Administrator {
  openedAt: Seconds;
  lastUsedAt: Seconds;
  /** SHA-256 of the cookie set when the second factor was verified. Until then, this and `provedAt` are null. */
  proofHash: string | null;
  provedAt: Seconds | null;
}

/**
 * Whether the administrator must set a new password before doing anything else. In production, true if someone else set the current one.
 */
export function mustSetPassword({ passwordIsTemporary }: Administrator, environment: 'development' | 'production'): boolean {
  return environment === 'production' && passwordIsTemporary === 1;
}

/** A session from a verified token. A viewing token does not name the administrator. */
export interface AdminSession {
  adminId?: number;
  sessionHash: string;
}

export interface AdminCaller {
  adminId: number;
  sessionHash: string;
}

export interface Actor {
  adminId: number;
  /** The administrator's network address; null if unknown. */
  address: string | null;
  requestId: string;
}

export interface NewAdministrator {
  email: string;
  emailKey: string;
  passwordHash: string;
  firstName: string | null;
  lastName: string | null;
  role: AdminRole;
}

interface Changes {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface AdminProfilePlan extends Changes {
  firstName: string;
  lastName: string;
  email: string;
  emailKey: string;
  version: number;
  /** True if the email changes, which ends all of the administrator's sessions. */
  endsSessions: boolean;
}

/** Changes an administrator's own profile. An email that differs only in case counts as unchanged. */
export function decideAdminProfile(request: AdminProfileRequest, admin: Administrator): AdminProfilePlan {
  const emailKey = comparisonKey(request.email);
  return {
    ...request,
    emailKey,
    version: admin.version,
    endsSessions: emailKey !== comparisonKey(admin.email),
    ...diffFields({ firstName: admin.firstName, lastName: admin.lastName, email: admin.email }, request),
  };
}

export type SuperAdminChange = 'created' | 'admin_created' | 'promoted' | 'demoted' | 'disabled' | 'enabled' | 'reset';

export interface AdministratorPlan extends Changes {
  id: number;
  version: number;
  role: AdminRole;
  isDisabled: boolean;
  /** The change to report by email to the other super administrators; null if no super administrator is affected. */
  notice: SuperAdminChange | null;
}

interface Target {
  id: number;
  role: AdminRole;
  disabledAt: number | null;
  version: number;
}

/**
 * Decides whether an administrator may change another one. Super administrators cannot change themselves, so at least one always remains.
 */
export function decideAdministrator(
  request: AdministratorChange,
  target: Target | undefined,
  actor: { id: number },
): Result<AdministratorPlan, 'administrator_not_found' | 'own_administrator' | 'changed_meanwhile'> {
  if (!target) return err('administrator_not_found');
  if (target.id === actor.id) return err('own_administrator');
  if (target.version !== request.version) return err('changed_meanwhile');
  const previousState = { role: target.role, disabled: target.disabledAt !== null };
  const is = { role: request.role ?? previousState.role, disabled: request.disabled ?? previousState.disabled };
  const notice = describeSuperAdminChange(previousState, is);
  return ok({ id: target.id, version: target.version, role: is.role, isDisabled: is.disabled, notice, ...diffFields(previousState, is) });
}

interface AdminState {
  role: AdminRole;
  disabled: boolean;
}

function describeSuperAdminChange(previous: AdminState, current: AdminState): SuperAdminChange | null {
  if (previous.role !== 'super_admin' && current.role !== 'super_admin') return null;
  if (current.disabled && !previous.disabled) return 'disabled';
  if (previous.role !== current.role) return current.role === 'super_admin' ? 'promoted' : 'demoted';
  return previous.disabled && !current.disabled ? 'enabled' : null;
}

export function decideResetLink<Found extends Target>(
  target: Found | undefined,
  actor: { id: number },
): Result<Found, 'administrator_not_found' | 'own_reset_link' | 'administrator_disabled'> {
  if (!target) return err('administrator_not_found');
  if (target.id === actor.id) return err('own_reset_link');
  return target.disabledAt === null ? ok(target) : err('administrator_disabled');
}

export interface AdminResetState {
  expiresAt: Seconds;
  usedAt: Seconds | null;
}

/** Decides whether a reset link may be used. The link works once, within an hour. */
export function decideAdminReset<Seen extends AdminResetState>(
  link: Seen | undefined,
  now: Seconds,
): Result<Seen, 'link_unknown' | 'link_used' | 'admin_reset_link_expired'> {
  if (!link) return err('link_unknown');
  if (link.usedAt !== null) return err('link_used');
  return link.expiresAt > now ? ok(link) : err('admin_reset_link_expired');
}

export function hasChanges({ after }: Changes): boolean {
  return Object.keys(after).length > 0;
}

function diffFields<Fields extends Record<string, unknown>>(previous: Fields, current: Record<keyof Fields, unknown>): Changes {
  const changedFields = Object.keys(previous).filter((name) => previous[name] !== current[name]);
  return {
    before: Object.fromEntries(changedFields.map((name) => [name, previous[name]])),
    after: Object.fromEntries(changedFields.map((name) => [name, current[name]])),
  };
}
