/** Finds the account that a verified identity opens. */

import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { Identity, IdentityRefusal } from './identity.ts';
import { comparisonKey } from './profile.ts';

/** An account that a look-up found. */
export interface SeenAccount {
  id: number;
  emailKey: string;
  emailVerifiedAt: Seconds | null;
  signInsValidFrom: Seconds;
  isLeaving: boolean;
  isSuspended: boolean;
  /** The provider's subject that opens it already, for the identity's provider; null where that provider opens it not. */
  linkedSubject: string | null;
}

/** The accounts found by each way that an identity names one. */
export interface SeenAccounts {
  byUid: SeenAccount | undefined;
  bySubject: SeenAccount | undefined;
  byEmail: SeenAccount | undefined;
  /** An account has left the identity's address in the last days, and can still be brought back to it. */
  isEmailKept: boolean;
}

/**
 * - `open`: a known identity; `verifiesEmail` where the provider vouches for an address that was never verified here.
 * - `link`: the address belongs to an account that has proved it too: the provider opens it from now on.
 * - `take_over`: the address belongs to an account that never proved it: whoever registered it keeps no way in.
 * - `register`: a new member.
 */
export type SignInPlan =
  | { kind: 'open' | 'link' | 'take_over'; accountId: number; emailKey: string; verifiesEmail: boolean }
  | { kind: 'register' };

export type OpeningPlan = Extract<SignInPlan, { verifiesEmail: boolean }>;

export type SocialRefusal = IdentityRefusal | 'provider_conflict' | 'email_being_deleted' | 'email_kept' | 'member_suspended';

export function decideSocialSignIn(identity: Identity, seen: SeenAccounts): Result<SignInPlan, SocialRefusal> {
  const decided = whoseAccount(identity, seen);
  // After all else: that an account is suspended is told to nobody whose it is not.
  const isSuspended = decided.ok && decided.value.kind !== 'register' && accountOf(seen)?.isSuspended;
  return isSuspended ? err('member_suspended') : decided;
}

/** By which an identity is known first. */
export function accountOf<Account extends SeenAccount>(seen: {
  byUid: Account | undefined;
  bySubject: Account | undefined;
  byEmail: Account | undefined;
}): Account | undefined {
  return seen.byUid ?? seen.bySubject ?? seen.byEmail;
}

function whoseAccount(identity: Identity, { byUid, bySubject, byEmail, isEmailKept }: SeenAccounts): Result<SignInPlan, SocialRefusal> {
  const emailKey = comparisonKey(identity.email);
  const known = byUid ?? bySubject;
  const account = known ?? byEmail;
  if (!account) return isEmailKept ? err('email_kept') : ok({ kind: 'register' });
  if (account.isLeaving) return err('email_being_deleted');
  const isSamePerson = account.linkedSubject === identity.subject;
  const isUnproved = account.emailVerifiedAt === null && account.emailKey === emailKey;
  const plan = { accountId: account.id, emailKey: account.emailKey, verifiesEmail: isUnproved && identity.isEmailVerified };
  // Firebase itself hands an uid on to whoever proves its address: then what came before is as foreign as any.
  if (isUnproved && identity.isEmailVerified && !isSamePerson) return ok({ ...plan, kind: 'take_over' });
  if (identity.authTime < account.signInsValidFrom) return err('identity_outdated');
  // A provider that has not opened this account before must know the address as theirs, even where Firebase says that it is them.
  if (!isSamePerson && !identity.isEmailVerified) return err('provider_conflict');
  if (known) return ok({ ...plan, kind: 'open' });
  return account.linkedSubject === null ? ok({ ...plan, kind: 'link' }) : err('provider_conflict');
}

/** First and last name of a display name: the last word is the last name. */
export function namesOf(displayName: string | null): { firstName: string | null; lastName: string | null } {
  const words = displayName?.trim().split(/\s+/).filter(Boolean) ?? [];
  if (words.length < 2) return { firstName: words[0] ?? null, lastName: null };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? null };
}
