/** Deleting an account: who may, when the personal data goes, and what remains of the row. Product rules: A member's own data. */
import { accountErasedWithinSeconds, accountErasureAfterSeconds, freshSignInSeconds } from '#schema/rules.ts';
import { type Addressee, type Mail, personalMail } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import { comparisonKey } from './profile.ts';

/** Until when having shown then who they are stands in for a password. */
export function freshUntil(authenticatedAt: Seconds): Seconds {
  return authenticatedAt + freshSignInSeconds;
}

/** What must be shown before an account is deleted: its password, or a fresh sign-in where it has none. */
export function decideConfirmation(
  credentials: { hasPassword: boolean; authenticatedAt: Seconds },
  givenPassword: string | undefined,
  now: Seconds,
): Result<'check_password' | 'confirmed', 'password_required' | 'sign_in_again'> {
  if (credentials.hasPassword) return givenPassword === undefined ? err('password_required') : ok('check_password');
  return now < freshUntil(credentials.authenticatedAt) ? ok('confirmed') : err('sign_in_again');
}

/** A member as an administrator who deletes their account for them finds them. */
export interface DeletableMember {
  id: number;
  email: string;
  firstName: string | null;
  createdAt: Seconds;
  version: number;
  isLeaving: boolean;
}

/** For a member on their request, by whoever saw them as of `version` and typed their address. */
export function decideDeletionFor(
  member: DeletableMember | undefined,
  request: { email: string; version: number },
): Result<DeletableMember, 'member_not_found' | 'member_leaving' | 'email_not_members' | 'changed_meanwhile'> {
  if (!member) return err('member_not_found');
  if (member.isLeaving) return err('member_leaving');
  if (comparisonKey(request.email) !== comparisonKey(member.email)) return err('email_not_members');
  return member.version === request.version ? ok(member) : err('changed_meanwhile');
}

/** Accounts whose deletion was asked for by then are due to be erased. */
export function erasureDueBefore(now: Seconds): Seconds {
  return now - accountErasureAfterSeconds;
}

/** By when the personal data is gone, whatever fails meanwhile. */
export function erasedBy(requestedAt: Seconds): Seconds {
  return requestedAt + accountErasedWithinSeconds;
}

/** Tells the member that their account is being deleted; once, however often they ask. */
export function accountDeletionMail(member: Addressee & { id: number }, now: Seconds): Mail {
  return { ...personalMail(member, 'account_deletion', { by: toIso(erasedBy(now)) }), cause: `account_deletion:${member.id}` };
}

/** What stands where an erased member's name stood: unique, and of nobody. `.invalid` is reserved, so no mail ever arrives. */
export function tombstoneOf(userId: number): { email: string; referralCode: string; cardFingerprint: string } {
  return { email: `deleted-${userId}@invalid`, referralCode: `deleted-${userId}`, cardFingerprint: `erased-${userId}` };
}

/** The address of who is still there; null for who is erased. */
export function addressOf(email: string): string | null {
  return isTombstone(email) ? null : email;
}

/** Whether an address is what stands where an erased member's stood. */
export function isTombstone(email: string): boolean {
  return /^deleted-\d+@invalid$/.test(email);
}
