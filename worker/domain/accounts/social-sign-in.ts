import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { Identity, IdentityRefusal } from './identity.ts';
import { comparisonKey } from './profile.ts';

export interface MatchedAccount {
  id: number;
  emailKey: string;
  emailVerifiedAt: Seconds | null;
  signInsValidFrom: Seconds;
  isLeaving: boolean;
  isSuspended: boolean;
  /** The subject linked to the account for this provider; null if none is linked. */
  linkedSubject: string | null;
  /** Whether this identity was removed from the account, and the browser is not signed in to the account. */
  isRemoved: boolean;
}

export interface AccountMatches {
  bySubject: MatchedAccount | undefined;
  /** The account with this uid, if it still has this email. */
  byUid: MatchedAccount | undefined;
  byEmail: MatchedAccount | undefined;
  /** True while this email is reserved for another account that recently changed to a different email and can still undo the change. */
  isEmailKept: boolean;
}

/**
 * - `open`: signs in a known identity; `verifiesEmail` is true if the provider vouches for an email never verified here.
 * - `link`: links the provider to the account with this verified email.
 * - `take_over`: the account with this email never verified it, so all other access is revoked.
 * - `register`: creates a new member.
 */
export type SignInPlan =
  | { kind: 'open' | 'link' | 'take_over'; accountId: number; emailKey: string; verifiesEmail: boolean }
  | { kind: 'register' };

export type AccountCreationPlan = Extract<SignInPlan, { verifiesEmail: boolean }>;

export type SocialRefusal =
  | IdentityRefusal
  | 'provider_conflict'
  | 'provider_removed'
  | 'email_being_deleted'
  | 'email_reserved'
  | 'member_suspended';

export function decideSocialSignIn(identity: Identity, matches: AccountMatches): Result<SignInPlan, SocialRefusal> {
  const decisionResult = decideAccount(identity, matches);
  // The suspension is checked last so that only the account's owner learns about it.
  const isSuspended = decisionResult.ok && decisionResult.value.kind !== 'register' && pickAccount(matches)?.isSuspended;
  return isSuspended ? err('member_suspended') : decisionResult;
}

export function pickAccount<Account extends MatchedAccount>(matches: {
  byUid: Account | undefined;
  bySubject: Account | undefined;
  byEmail: Account | undefined;
}): Account | undefined {
  return matches.bySubject ?? matches.byUid ?? matches.byEmail;
}

function decideAccount(identity: Identity, { byUid, bySubject, byEmail, isEmailKept }: AccountMatches): Result<SignInPlan, SocialRefusal> {
  const emailKey = comparisonKey(identity.email);
  const byIdentity = bySubject ?? byUid;
  const account = byIdentity ?? byEmail;
  if (!account) return isEmailKept ? err('email_reserved') : ok({ kind: 'register' });
  if (account.isLeaving) return err('email_being_deleted');
  const isSamePerson = account.linkedSubject === identity.subject;
  const isUnverified = account.emailVerifiedAt === null && account.emailKey === emailKey;
  const plan = { accountId: account.id, emailKey: account.emailKey, verifiesEmail: isUnverified && identity.isEmailVerified };
  // Firebase reassigns a uid to whoever confirms the email. Earlier access may belong to someone else, so it is revoked.
  if (isUnverified && identity.isEmailVerified && !isSamePerson) return ok({ ...plan, kind: 'take_over' });
  if (identity.authTime < account.signInsValidFrom) return err('identity_outdated');
  // An unlinked provider must have verified the email, even if the Firebase uid matches.
  if (!isSamePerson && !identity.isEmailVerified) return err('provider_conflict');
  if (!isSamePerson && account.isRemoved) return err('provider_removed');
  if (byIdentity) return ok({ ...plan, kind: 'open' });
  return account.linkedSubject === null ? ok({ ...plan, kind: 'link' }) : err('provider_conflict');
}

export function splitDisplayName(displayName: string | null): { firstName: string | null; lastName: string | null } {
  const words = displayName?.trim().split(/\s+/).filter(Boolean) ?? [];
  if (words.length < 2) return { firstName: words[0] ?? null, lastName: null };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? null };
}
