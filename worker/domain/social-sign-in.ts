/** Whose account a verified identity opens. Rulings section 3. */
import type { Identity, IdentityRefusal } from './identity.ts';
import { comparisonKey } from './profile.ts';
import { err, ok, type Result } from './result.ts';
import type { Seconds } from './time.ts';

export interface WayBackSeen {
  tokenHash: string;
  email: string;
  /** Somebody else has that address by now. */
  isTaken: boolean;
}

/** An account that a look-up found. */
export interface SeenAccount {
  id: number;
  emailKey: string;
  emailVerifiedAt: Seconds | null;
  signInsValidFrom: Seconds;
  isLeaving: boolean;
  /** The open link that still brings back a verified address it had before. */
  wayBack: WayBackSeen | null;
  /** The provider's subject that opens it already, for the identity's provider; null where that provider opens it not. */
  linkedSubject: string | null;
}

/** The accounts found by each way that an identity names one. */
export interface SeenAccounts {
  byUid: SeenAccount | undefined;
  bySubject: SeenAccount | undefined;
  byEmail: SeenAccount | undefined;
}

/**
 * - `open`: a known identity; `verifiesEmail` where the provider vouches for an address that was never verified here.
 * - `link`: the address belongs to an account that has proved it too: the provider opens it from now on.
 * - `take_over`: the address belongs to an account that never proved it: whoever registered it keeps no way in.
 * - `register`: a new member.
 * - `give_back`: a new member too, whose address an account was moved to from one that it had verified: it gets that back.
 */
export type SignInPlan =
  | { kind: 'open' | 'link' | 'take_over'; accountId: number; emailKey: string; verifiesEmail: boolean }
  | { kind: 'register' }
  | { kind: 'give_back'; accountId: number; emailKey: string; wayBack: WayBackSeen };

export type OpeningPlan = Extract<SignInPlan, { verifiesEmail: boolean }>;

export type SocialRefusal = IdentityRefusal | 'provider_conflict' | 'email_being_deleted';

export function decideSocialSignIn(identity: Identity, { byUid, bySubject, byEmail }: SeenAccounts): Result<SignInPlan, SocialRefusal> {
  const emailKey = comparisonKey(identity.email);
  const known = byUid ?? bySubject;
  const account = known ?? byEmail;
  if (!account) return ok({ kind: 'register' });
  if (account.isLeaving) return err('email_being_deleted');
  const isSamePerson = account.linkedSubject === identity.subject;
  const isUnproved = account.emailVerifiedAt === null && account.emailKey === emailKey;
  const plan = { accountId: account.id, emailKey: account.emailKey, verifiesEmail: isUnproved && identity.isEmailVerified };
  // Firebase itself hands an uid on to whoever proves its address: then what came before is as foreign as any.
  if (isUnproved && identity.isEmailVerified && !isSamePerson) return decideProved(account);
  if (identity.authTime < account.signInsValidFrom) return err('identity_outdated');
  // A provider that has not opened this account before must know the address as theirs, even where Firebase says that it is them.
  if (!isSamePerson && !identity.isEmailVerified) return err('provider_conflict');
  if (known) return ok({ ...plan, kind: 'open' });
  return account.linkedSubject === null ? ok({ ...plan, kind: 'link' }) : err('provider_conflict');
}

/** An account that has proved an address before is nobody's to take: it gets that one back. */
function decideProved(account: SeenAccount): Result<SignInPlan, SocialRefusal> {
  const { id, emailKey, wayBack } = account;
  if (!wayBack) return ok({ kind: 'take_over', accountId: id, emailKey, verifiesEmail: true });
  return wayBack.isTaken ? err('provider_conflict') : ok({ kind: 'give_back', accountId: id, emailKey, wayBack });
}

/** First and last name of a display name: the last word is the last name. */
export function namesOf(displayName: string | null): { firstName: string | null; lastName: string | null } {
  const words = displayName?.trim().split(/\s+/).filter(Boolean) ?? [];
  if (words.length < 2) return { firstName: words[0] ?? null, lastName: null };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? null };
}
