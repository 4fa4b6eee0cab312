import type { EditUserRequest } from '#schema/accounts/admin-users.ts';
import { accountErasureAfterSeconds } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import { type EmailPlan, planEmail } from './profile.ts';
import { decideUsername, type NewUsername, noUsername, type UsernameRefusal } from './usernames/username.ts';

const texts = ['firstName', 'lastName', 'phone', 'address', 'city', 'state', 'zip', 'country'] as const;
type Text = (typeof texts)[number];

export type EditedMember = Record<Text, string | null> & {
  version: number;
  email: string;
  emailVerifiedAt: Seconds | null;
  pendingEmail: string | null;
  username: string | null;
  deletionRequestedAt: Seconds | null;
  /** Whether the deletion request had been canceled before a database restore brought it back. Its erasure then waits. */
  wasDeletionCanceled?: boolean;
};

export interface MemberEdit {
  set: Partial<Record<Text, string | null>>;
  username?: NewUsername;
  /**
   * How the email is changed. The rules are the same as when members change it themselves: a verified email stays until the new one is
   * confirmed, unless its mailbox was stolen.
   */
  email?: EmailPlan;
  /** Time of the deletion request that the recovery cancels although the erasure could begin; only if the request was canceled before. */
  canceledRequestAt?: Seconds;
  /** Why the email is changed; null if it is not. */
  reason: string | null;
  before: Record<string, string | null>;
  after: Record<string, string | null>;
}

export type EditRefusal = 'changed_meanwhile' | 'member_leaving' | 'reason_missing' | 'super_admin_only' | UsernameRefusal;

/** Returns the changed fields, or undefined if nothing changed. */
export function decideEdit(
  request: EditUserRequest,
  member: EditedMember,
  mayChangeEmail: boolean,
  now: Seconds,
): Result<MemberEdit | undefined, EditRefusal> {
  const { version, email, username, reason = null, isStolen = false } = request;
  const plan = email !== undefined && email !== member.email ? planEmail(email, member) : undefined;
  if (plan && !mayChangeEmail) return err('super_admin_only');
  // Whoever stole the account may also have asked for its deletion. The recovery cancels it, until the erasure can begin.
  const isRecovery = isStolen && plan !== undefined && plan.method !== 'rewrite';
  const isBeforeErasure = now < (member.deletionRequestedAt ?? now) + accountErasureAfterSeconds;
  const canCancelDeletion = isRecovery && (isBeforeErasure || member.wasDeletionCanceled === true);
  if (member.deletionRequestedAt !== null && !canCancelDeletion) return err('member_leaving');
  if (version !== member.version) return err('changed_meanwhile');
  const changedFields = texts.filter((name) => request[name] !== undefined && request[name] !== member[name]);
  const edit: MemberEdit = {
    set: Object.fromEntries(changedFields.map((name) => [name, request[name] ?? null])),
    before: Object.fromEntries(changedFields.map((name) => [name, member[name]])),
    after: Object.fromEntries(changedFields.map((name) => [name, request[name] ?? null])),
    reason: null,
  };
  if (username !== undefined && username !== member.username) {
    const name = username === null ? ok(noUsername) : decideUsername(username);
    if (!name.ok) return name;
    edit.username = name.value;
    edit.before.username = member.username;
    edit.after.username = name.value.username;
  }
  if (plan) {
    if (member.deletionRequestedAt !== null) {
      edit.before.deletionRequestedAt = toIso(member.deletionRequestedAt);
      edit.after.deletionRequestedAt = null;
      if (!isBeforeErasure) edit.canceledRequestAt = member.deletionRequestedAt;
    }
    edit.email = isRecovery ? { ...plan, method: 'recover' } : plan;
    if (edit.email.method !== 'rewrite' && reason === null) return err('reason_missing');
    edit.reason = reason;
    const needsConfirmation = edit.email.method === 'prove';
    edit.before[needsConfirmation ? 'pendingEmail' : 'email'] = needsConfirmation ? member.pendingEmail : member.email;
    edit.after[needsConfirmation ? 'pendingEmail' : 'email'] = plan.email;
  }
  return ok(Object.keys(edit.after).length > 0 ? edit : undefined);
}

const partNames: Record<string, string> = {
  username: 'user name',
  firstName: 'name',
  lastName: 'name',
  phone: 'phone number',
};

/** Returns the changed parts of the profile for the email to the member, such as `name, address`; null if only the email changed. */
export function describeProfileChange({ after }: MemberEdit): string | null {
  const fields = Object.keys(after).filter((name) => name !== 'email' && name !== 'pendingEmail');
  return [...new Set(fields.map((name) => partNames[name] ?? 'address'))].join(', ') || null;
}
