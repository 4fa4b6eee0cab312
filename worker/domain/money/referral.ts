/** What a referral earns its referrer: commission and Treasure Keys. Rulings section 7. */
import { referralCommissionCents, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import type { Account, CommissionState, PaymentState, ReferralState } from './account.ts';
import { tierAt } from './memberships.ts';

/**
 * Reads: the referred member's first paid membership, once. Its refund takes everything back; a dispute freezes it. What
 * bought nothing and goes back for that is no purchase; nor is a renewal, although it may be heard of before its first year.
 */
export function deriveReferral(account: Account): Account {
  const { referral } = account;
  const first = account.payments
    .filter(({ subscriptionId, orderId, refundRequestedAt }) => subscriptionId !== null && orderId !== null && refundRequestedAt === null)
    .sort((one, other) => one.paidAt - other.paidAt || (one.invoiceId ?? '').localeCompare(other.invoiceId ?? ''))[0];
  const bought = account.subscriptions.find((subscription) => subscription.id === first?.subscriptionId);
  if (!referral || !first || !bought) return account;
  const referrerTier = tierAt(referral.referrerPeriods, first.paidAt);
  const isDisputed = first.disputeStatus === 'open';
  const isReversed = first.revokedAt !== null;
  const amountCents = referrerTier === 'free' ? 0 : referralCommissionCents[referrerTier][bought.tier];
  const commission = deriveCommission(referral, first, amountCents, { isDisputed, isReversed });
  return {
    ...account,
    referral: {
      ...referral,
      ...deriveKeys(referral, referrerTier, isDisputed || isReversed),
      commission,
      reversal: deriveReversal(referral, commission, isReversed),
    },
  };
}

function deriveKeys(referral: ReferralState, referrerTier: Tier, areTaken: boolean): Pick<ReferralState, 'treasureKeys' | 'keyRows'> {
  const treasureKeys = areTaken ? 0 : treasureKeysPerReferral[referrerTier];
  return { treasureKeys, keyRows: referral.keyRows + (treasureKeys === referral.treasureKeys ? 0 : 1) };
}

function deriveCommission(
  referral: ReferralState,
  first: PaymentState,
  amountCents: number,
  { isDisputed, isReversed }: { isDisputed: boolean; isReversed: boolean },
): CommissionState | null {
  const known = referral.commission;
  if (!known && amountCents === 0) return null;
  // An earlier purchase may be heard of last: then what is known speaks of another one.
  const isForThis = known?.orderId === first.orderId && known?.createdAt === first.paidAt;
  // Paid out: what comes now is a row of its own. Refused by an administrator, without a reversal of ours: that stays.
  if (known?.status === 'paid' || (known?.status === 'reversed' && referral.reversal === null)) return known;
  const isOver = isReversed || amountCents === 0;
  const reasons = new Set(known && isForThis ? (known.heldReason?.split(',') ?? []) : suspicionsOf(referral, first));
  if (isDisputed && !isOver) reasons.add('dispute');
  else reasons.delete('dispute');
  return {
    amountCents: amountCents || (known?.amountCents ?? 0),
    status: isOver ? 'reversed' : reasons.size > 0 ? 'held' : 'pending',
    heldReason: reasons.size > 0 ? [...reasons].sort().join(',') : null,
    orderId: first.orderId,
    createdAt: first.paidAt,
  };
}

function suspicionsOf(referral: ReferralState, first: PaymentState): string[] {
  const sameCard = first.cardFingerprint !== null && referral.referrerCards.includes(first.cardFingerprint);
  return [...(sameCard ? ['same_card'] : []), ...referral.suspicions];
}

/**
 * What was paid out already is owed back, and waits for the next payout; what was not only keeps its trace, as long as it
 * is reversed: a refund may fail, and an earlier purchase may be heard of last.
 */
function deriveReversal(referral: ReferralState, commission: CommissionState | null, isReversed: boolean): ReferralState['reversal'] {
  if (commission?.status === 'pending' || commission?.status === 'held') return null;
  if (!commission || referral.reversal !== null || referral.commission?.status === 'reversed') return referral.reversal;
  if (commission.status === 'reversed') return 'reversed';
  return isReversed ? 'pending' : null;
}
