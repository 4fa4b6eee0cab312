/** Product rules: A member's own data. */
import { accountErasedWithinSeconds, accountErasureAfterSeconds, freshSignInSeconds } from '#schema/rules.ts';
import { type Addressee, type Mail, personalMail } from '#worker/domain/messages/mail.ts';
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

/** Deletion by an administrator at the member's request. `version` is an optimistic lock; the typed address must match. */
export function decideDeletionFor(
  member: DeletableMember | undefined,
  request: { email: string; version: number },
): Result<DeletableMember, 'member_not_found' | 'member_leaving' | 'email_not_members' | 'changed_meanwhile'> {
  if (!member) return err('member_not_found');
  if (member.isLeaving) return err('member_leaving');
  if (comparisonKey(request.email) !== comparisonKey(member.email)) return err('email_not_members');
  return member.version === request.version ? ok(member) : err('changed_meanwhile');
}

/** Accounts with a request up to this time are due for erasure. */
export function erasureDueBefore(now: Seconds): Seconds {
  return now - accountErasureAfterSeconds;
}

/** Deadline for erasing the personal data, even with failures. */
export function getErasureDeadline(requestedAt: Seconds): Seconds {
  return requestedAt + accountErasedWithinSeconds;
}

/** Sent once, however often deletion is requested. */
export function accountDeletionMail(member: Addressee & { id: number }, now: Seconds): Mail {
  return { ...personalMail(member, 'account_deletion', { by: toIso(getErasureDeadline(now)) }), cause: `account_deletion:${member.id}` };
}

/** Placeholders for an erased member: unique. `.invalid` is reserved, so no mail ever arrives. */
export function createTombstone(userId: number): { email: string; referralCode: string; cardFingerprint: string } {
  return { email: `deleted-${userId}@invalid`, referralCode: `deleted-${userId}`, cardFingerprint: `erased-${userId}` };
}

/** Null for an erased member. */
export function realAddress(email: string): string | null {
  return isTombstone(email) ? null : email;
}

export function isTombstone(email: string): boolean {
  return /^deleted-\d+@invalid$/.test(email);
}
