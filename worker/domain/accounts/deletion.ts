/** See "A member's own data" in docs/product-rules.md. */
import { accountErasureAfterSeconds, accountErasureDeadlineSeconds, freshSignInSeconds, secondsPerDay } from '#schema/rules.ts';
import { type Addressee, type LinkedMailId, type Mail, personalMail } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import { comparisonKey } from './profile.ts';

export function freshUntil(authenticatedAt: Seconds): Seconds {
  return authenticatedAt + freshSignInSeconds;
}

export function decideConfirmation(
  credentials: { hasPassword: boolean; authenticatedAt: Seconds },
  givenPassword: string | undefined,
  now: Seconds,
): Result<'check_password' | 'confirmed', 'password_required' | 'sign_in_again'> {
  if (credentials.hasPassword) return givenPassword === undefined ? err('password_required') : ok('check_password');
  return now < freshUntil(credentials.authenticatedAt) ? ok('confirmed') : err('sign_in_again');
}

export interface DeletableMember {
  id: number;
  email: string;
  firstName: string | null;
  createdAt: Seconds;
  version: number;
  isLeaving: boolean;
}

/**
 * Decides whether an administrator may delete an account at the member's request. The typed email must match; `version` is an optimistic
 * lock.
 */
export function decideDeletionFor(
  member: DeletableMember | undefined,
  request: { email: string; version: number },
): Result<DeletableMember, 'member_not_found' | 'member_leaving' | 'email_not_members' | 'changed_meanwhile'> {
  if (!member) return err('member_not_found');
  if (member.isLeaving) return err('member_leaving');
  if (comparisonKey(request.email) !== comparisonKey(member.email)) return err('email_not_members');
  return member.version === request.version ? ok(member) : err('changed_meanwhile');
}

/** Cutoffs for erasure, compared with the time of the deletion request. */
export interface ErasureCutoffs {
  /** Due, unless the member is suspended or can still cancel the deletion. */
  usual: Seconds;
  /** Due in any case. A day before the deadline, so that a failed attempt can be repeated. */
  latest: Seconds;
}

export function getErasureCutoffs(now: Seconds): ErasureCutoffs {
  return { usual: now - accountErasureAfterSeconds, latest: now - accountErasureDeadlineSeconds + secondsPerDay };
}

/** Returns the deadline by which personal data must be erased, even if earlier erasure attempts fail. */
export function getErasureDeadline(requestedAt: Seconds): Seconds {
  return requestedAt + accountErasureDeadlineSeconds;
}

/** Builds the account deletion email. Its link cancels the deletion until the erasure begins, in case an intruder requested it. */
export function accountDeletionMail(id: LinkedMailId, member: Addressee & { id: number; version: number }, now: Seconds): Mail {
  const dates = { by: toIso(getErasureDeadline(now)), cancelBy: toIso(now + accountErasureAfterSeconds) };
  return {
    ...personalMail(member, 'account_deletion', dates),
    cause: `account_deletion:${member.id}:${member.version}`,
    link: { ...id, purpose: 'secure_account', email: member.email },
  };
}

/** Returns unique placeholder values for an erased member. The `.invalid` domain is reserved, so no email is ever delivered to it. */
export function createTombstone(userId: number): { email: string; referralCode: string; cardFingerprint: string } {
  return { email: `deleted-${userId}@invalid`, referralCode: `deleted-${userId}`, cardFingerprint: `erased-${userId}` };
}

export function realAddress(email: string): string | null {
  return isTombstone(email) ? null : email;
}

export function isTombstone(email: string): boolean {
  return /^deleted-\d+@invalid$/.test(email);
}
