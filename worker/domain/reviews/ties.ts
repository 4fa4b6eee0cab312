import { sameSignUpWindowSeconds } from '#schema/rules.ts';
import type { ReviewCase } from './case.ts';
import type { AccountFact, AccountPair } from './facts.ts';

export type Tie = 'mailbox' | 'unverified_mailbox' | 'bank_card' | 'paypal' | 'address' | 'registration' | 'made_together' | 'referral';

type MailboxTie = Extract<Tie, 'mailbox' | 'unverified_mailbox'>;

/** Ties that are weak evidence of abuse, because friends and people who signed up at the same event have them too. */
export const weakTies: ReadonlySet<Tie> = new Set(['unverified_mailbox', 'registration', 'made_together', 'referral']);

export const tieLabels: Record<Tie, string> = {
  mailbox: 'their email addresses share one mailbox',
  unverified_mailbox: 'their email addresses share one mailbox, but one never confirmed it',
  bank_card: 'they paid with the same bank card',
  paypal: 'their PayPal addresses share one mailbox',
  address: 'they share a home network',
  registration: 'they signed up from the same network address',
  made_together: 'they signed up within an hour of each other',
  referral: 'one was referred by the other',
};

export function tiesBetween(reviewCase: ReviewCase, finderId: number, ownerId: number): Tie[] {
  const [finder, owner] = [reviewCase.accounts.get(finderId), reviewCase.accounts.get(ownerId)];
  if (!finder || !owner || finderId === ownerId) return [];
  const registration = owner.registrationAddressHash;
  const ties: Tie[] = [];
  const mailbox = mailboxTie(reviewCase, finder, owner);
  if (mailbox) ties.push(mailbox);
  if (isPaired(reviewCase.facts.sharedBankCards, finderId, ownerId)) ties.push('bank_card');
  if (isPaired(reviewCase.facts.sharedPayPalAddresses, finderId, ownerId)) ties.push('paypal');
  if (sharesHome(reviewCase, finderId, ownerId)) ties.push('address');
  else if (registration !== null && finder.registrationAddressHash === registration) ties.push('registration');
  if (Math.abs(finder.createdAt - owner.createdAt) <= sameSignUpWindowSeconds) ties.push('made_together');
  if (finder.referredById === ownerId || owner.referredById === finderId) ties.push('referral');
  return ties;
}

/** A mailbox of an account, which it may have left since. */
export type MailboxUse = Pick<AccountFact, 'id' | 'mailbox' | 'isVerified'>;

/** Lists the account's mailboxes. A former one counts like the current one, so that leaving it removes no evidence. */
export function listMailboxes(account: AccountFact): MailboxUse[] {
  return [account, ...account.formerMailboxes.map((mailbox) => ({ id: account.id, mailbox, isVerified: true }))];
}

export function mailboxTie(reviewCase: Pick<ReviewCase, 'member'>, one: AccountFact, other: AccountFact): MailboxTie | undefined {
  let tie: MailboxTie | undefined;
  for (const use of listMailboxes(one))
    for (const otherUse of listMailboxes(other))
      if (use.mailbox === otherUse.mailbox) {
        if (isMailboxProven(reviewCase, use, otherUse)) return 'mailbox';
        tie = 'unverified_mailbox';
      }
  return tie;
}

/**
 * Whether two accounts with one mailbox belong to one person. Anyone can register an address of a stranger's mailbox, so an unconfirmed
 * address is no proof against an account that confirmed its own, only against the account itself when its certificate is reviewed.
 */
export function isMailboxProven({ member }: Pick<ReviewCase, 'member'>, one: MailboxUse, other: MailboxUse): boolean {
  const unconfirmed = one.isVerified ? other : one;
  return one.isVerified === other.isVerified || unconfirmed.id === member.id;
}

function isPaired(pairs: readonly AccountPair[], oneId: number, otherId: number): boolean {
  return pairs.some(({ userId, otherId: also }) => (userId === oneId && also === otherId) || (userId === otherId && also === oneId));
}

/** Whether the finder's home network is also the owner's home network, or the network from which the owner registered. */
function sharesHome({ homes, accounts }: ReviewCase, finderId: number, ownerId: number): boolean {
  const registration = accounts.get(ownerId)?.registrationAddressHash ?? null;
  return [...(homes.get(finderId) ?? [])].some((address) => address === registration || homes.get(ownerId)?.has(address));
}
