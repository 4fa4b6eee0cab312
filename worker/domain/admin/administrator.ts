/** Administrators, as sessions and routes know them. Product rules: Accounts and sessions. */
import type { AdminProfileRequest } from '#schema/admin/account.ts';
import type { AdministratorChange } from '#schema/admin/administrators.ts';
import type { AdminRole } from '#schema/admin/session.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** An administrator whose session holds. */
export interface Administrator {
  id: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: AdminRole;
  version: number;
  /** Another administrator chose their password. */
  passwordIsTemporary: 0 | 1;
  /** A passkey, or an app that shows codes. */
  hasFactor: 0 | 1;
}

/** With what their session says of itself. */
export interface SignedInAdministrator extends Administrator {
  openedAt: Seconds;
  lastUsedAt: Seconds;
  /** SHA-256 of the cookie that goes with the proof of a second factor, and when that was; both null without one. */
  proofHash: string | null;
  provedAt: Seconds | null;
}

/** In production a password that somebody else knows opens nothing but the way to one's own. */
export function mustSetPassword({ passwordIsTemporary }: Administrator, environment: 'development' | 'production'): boolean {
  return environment === 'production' && passwordIsTemporary === 1;
}

/** Who a token says is calling; the database has the last word. */
export interface AdminCaller {
  adminId: number;
  /** SHA-256 of the session's id. */
  sessionHash: string;
}

/** Who acts, and from where: for the audit log. */
export interface Actor {
  adminId: number;
  /** Network address, where it is known. */
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

/** What a change writes, and what the audit log says of it. */
interface Changes {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface AdminProfilePlan extends Changes {
  firstName: string;
  lastName: string;
  email: string;
  emailKey: string;
  /** Of the row that was read. */
  version: number;
  /** A changed e-mail has to be signed in with again. */
  endsSessions: boolean;
}

/** An administrator's change of their own profile. Letters in another case are the same address. */
export function decideAdminProfile(request: AdminProfileRequest, admin: Administrator): AdminProfilePlan {
  const emailKey = comparisonKey(request.email);
  return {
    ...request,
    emailKey,
    version: admin.version,
    endsSessions: emailKey !== comparisonKey(admin.email),
    ...changesOf({ firstName: admin.firstName, lastName: admin.lastName, email: admin.email }, request),
  };
}

export interface AdministratorPlan extends Changes {
  id: number;
  version: number;
  role: AdminRole;
  isDisabled: boolean;
}

interface Target {
  id: number;
  role: AdminRole;
  disabledAt: number | null;
  version: number;
}

/** A super administrator's change of another administrator. Nobody changes themselves: so there is always one left. */
export function decideAdministrator(
  request: AdministratorChange,
  target: Target | undefined,
  actor: { id: number },
): Result<AdministratorPlan, 'administrator_not_found' | 'own_administrator' | 'changed_meanwhile'> {
  if (!target) return err('administrator_not_found');
  if (target.id === actor.id) return err('own_administrator');
  if (target.version !== request.version) return err('changed_meanwhile');
  const was = { role: target.role, disabled: target.disabledAt !== null };
  const is = { role: request.role ?? was.role, disabled: request.disabled ?? was.disabled };
  return ok({ id: target.id, version: target.version, role: is.role, isDisabled: is.disabled, ...changesOf(was, is) });
}

/** A super administrator sends another administrator, who can sign in, a link that sets a new password. */
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
  /** Also of a link that was replaced, or is void. */
  usedAt: Seconds | null;
}

/** Setting a new password by such a link: once, within an hour. */
export function decideAdminReset<Seen extends AdminResetState>(
  link: Seen | undefined,
  now: Seconds,
): Result<Seen, 'link_unknown' | 'link_used' | 'admin_reset_link_expired'> {
  if (!link) return err('link_unknown');
  if (link.usedAt !== null) return err('link_used');
  return link.expiresAt > now ? ok(link) : err('admin_reset_link_expired');
}

/** Whether it changes anything: where it does not, nothing is written and nothing audited. */
export function hasChanges({ after }: Changes): boolean {
  return Object.keys(after).length > 0;
}

/** The fields that differ, as they were and as they are. */
function changesOf<Fields extends Record<string, unknown>>(was: Fields, is: Record<keyof Fields, unknown>): Changes {
  const changed = Object.keys(was).filter((name) => was[name] !== is[name]);
  return {
    before: Object.fromEntries(changed.map((name) => [name, was[name]])),
    after: Object.fromEntries(changed.map((name) => [name, is[name]])),
  };
}
