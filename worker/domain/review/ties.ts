/** What ties two accounts to each other, so that what one finds at the other's cards is no find of a stranger. */
import { madeTogetherSeconds } from '#schema/rules.ts';
import type { ReviewCase } from './case.ts';

/** A referral ties friends too: it weighs less than the others. */
export type Tie = 'mailbox' | 'bank_card' | 'address' | 'made_together' | 'referral';

export const tieInWords: Record<Tie, string> = {
  mailbox: 'their addresses are one mailbox',
  bank_card: 'they have paid with the same bank card',
  address: 'they use the same network address as a home',
  made_together: 'their accounts were made within the hour',
  referral: 'one was referred by the other',
};

/** All that ties two accounts, strongest first; none to oneself. */
export function tiesBetween(seen: ReviewCase, oneId: number, otherId: number): Tie[] {
  const [one, other] = [seen.accounts.get(oneId), seen.accounts.get(otherId)];
  if (!one || !other || oneId === otherId) return [];
  const ties: Tie[] = [];
  if (one.mailbox === other.mailbox) ties.push('mailbox');
  if (payWithOneCard(seen, oneId, otherId)) ties.push('bank_card');
  if (shareAHome(seen, oneId, otherId)) ties.push('address');
  if (Math.abs(one.createdAt - other.createdAt) <= madeTogetherSeconds) ties.push('made_together');
  if (one.referredById === otherId || other.referredById === oneId) ties.push('referral');
  return ties;
}

function payWithOneCard({ facts }: ReviewCase, oneId: number, otherId: number): boolean {
  return facts.sharedBankCards.some(
    ({ userId, otherId: also }) => (userId === oneId && also === otherId) || (userId === otherId && also === oneId),
  );
}

function shareAHome({ homes }: ReviewCase, oneId: number, otherId: number): boolean {
  const home = homes.get(otherId);
  return home !== undefined && [...(homes.get(oneId) ?? [])].some((address) => home.has(address));
}
