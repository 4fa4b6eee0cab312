/** What a referral brings its referrer: a commission and Treasure Keys, which stand and fall together. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { HeldReason } from '#schema/referrals/referral.ts';
import { referralCommissionCents, treasureKeysPerReferral } from '#schema/rules.ts';
import {
  type Account,
  type CommissionState,
  contestedSince,
  type KeyRow,
  type PaymentState,
  type ReferralState,
} from '#worker/domain/memberships/account.ts';
import { tierAt } from '#worker/domain/memberships/memberships.ts';
import { heldReasonsOf, writeHeldReasons } from '#worker/domain/payouts/payout.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** The purchase that counts, and what it bought. */
interface Purchase {
  payment: PaymentState;
  tier: PaidTier;
}

/**
 * Reads: the referred member's first paid membership, once. Its refund takes everything back; a dispute freezes it. What
 * bought nothing and goes back for that is no purchase; nor is a renewal, although it may be heard of before its first year.
 */
export function deriveReferral(account: Account): Account {
  const { referral } = account;
  const first = firstPurchase(account);
  if (!referral || (!first && !referral.commission)) return account;
  const judged = first ? judgedBy(referral, first) : referral;
  const keyRows = [...referral.keyRows, ...missingRows(referral.keyRows, keysDue(judged, first?.payment))];
  return { ...account, referral: { ...judged, keyRows, treasureKeys: keyRows.reduce((sum, { amount }) => sum + amount, 0) } };
}

function firstPurchase(account: Account): Purchase | undefined {
  const payment = account.payments
    .filter(({ subscriptionId, orderId, refundRequestedAt }) => subscriptionId !== null && orderId !== null && refundRequestedAt === null)
    .sort((one, other) => one.paidAt - other.paidAt || (one.invoiceId ?? '').localeCompare(other.invoiceId ?? ''))[0];
  const bought = account.subscriptions.find((subscription) => subscription.id === payment?.subscriptionId);
  return payment && bought && { payment, tier: bought.tier };
}

function judgedBy(referral: ReferralState, first: Purchase): ReferralState {
  const commission = deriveCommission(referral, first);
  return { ...referral, commission, reversal: deriveReversal(referral, commission, first.payment.revokedAt !== null) };
}

function deriveCommission(referral: ReferralState, { payment, tier }: Purchase): CommissionState {
  const known = referral.commission;
  if (known && isRefused(referral)) return known;
  const referrerTier = tierAt(referral.referrerPeriods, payment.paidAt);
  const treasureKeys = treasureKeysPerReferral[referrerTier];
  // An earlier purchase may be heard of last: then what is known speaks of another one.
  const isForThis = known?.orderId === payment.orderId && known?.createdAt === payment.paidAt;
  // Paid out: what comes now is a row of its own.
  // Or its payout came back, after another one had settled what was taken back of it: that stands.
  if (known?.status === 'pending' && referral.reversal === 'paid') return known;
  if (known?.status === 'paid') return isForThis ? { ...known, treasureKeys } : known;
  const isReversed = payment.revokedAt !== null;
  const knownReasons = heldReasonsOf(known?.heldReason ?? null);
  const reasons = new Set<HeldReason>(
    isForThis ? knownReasons : [...suspicionsOf(referral, payment), ...knownReasons.filter(isOfNoPurchase)],
  );
  if (payment.disputeStatus === 'open' && !isReversed) reasons.add('dispute');
  else reasons.delete('dispute');
  return {
    amountCents: referrerTier === 'free' ? 0 : referralCommissionCents[referrerTier][tier],
    treasureKeys,
    status: isReversed ? 'reversed' : reasons.size > 0 ? 'held' : 'pending',
    heldReason: writeHeldReasons(reasons),
    orderId: payment.orderId,
    createdAt: payment.paidAt,
  };
}

/** Reversed without a reversal of ours: by an administrator, whatever is heard later. */
function isRefused({ commission, reversal }: ReferralState): boolean {
  return commission?.status === 'reversed' && reversal === null;
}

function suspicionsOf(referral: ReferralState, payment: PaymentState): HeldReason[] {
  const sameCard = payment.cardFingerprint !== null && referral.referrerCards.includes(payment.cardFingerprint);
  return [...(sameCard ? (['same_card'] as const) : []), ...referral.suspicions];
}

function isOfNoPurchase(reason: HeldReason): boolean {
  return reason === 'administrator' || reason === 'decision' || reason === 'member_left';
}

/**
 * What was paid out already is owed back, and waits for the next payout; what was not only keeps its trace, as long as it
 * is reversed: a refund may fail, and an earlier purchase may be heard of last.
 */
function deriveReversal(referral: ReferralState, commission: CommissionState, isReversed: boolean): ReferralState['reversal'] {
  if (referral.reversal === 'paid') return 'paid';
  if (commission.status === 'pending' || commission.status === 'held') return null;
  if (referral.reversal !== null || referral.commission?.status === 'reversed') return referral.reversal;
  if (commission.status === 'reversed') return 'reversed';
  return isReversed ? 'pending' : null;
}

/**
 * The keys from the purchase on, until it is disputed or goes back. None at all, not even for the time before, while
 * somebody is to look at the referral, or has refused it: a chest that is not paid yet shall not be opened by them.
 */
function keysDue(referral: ReferralState, payment: PaymentState | undefined): KeyRow[] {
  const { commission } = referral;
  if (!commission || commission.treasureKeys === 0 || isRefused(referral)) return [];
  if (heldReasonsOf(commission.heldReason).some(isDoubt)) return [];
  const { treasureKeys: amount, createdAt: from } = commission;
  const until = payment ? contestedSince(payment) : null;
  if (until === null) return [{ amount, at: from }];
  return until <= from
    ? []
    : [
        { amount, at: from },
        { amount: -amount, at: until },
      ];
}

/** A dispute has a date of its own, and who has left is no reason to think ill of the friend they brought. */
function isDoubt(reason: HeldReason): boolean {
  return reason !== 'dispute' && reason !== 'member_left';
}

/** The rows that make of what is written what is due, to the second: the gains first, so that no sum is below zero in between. */
function missingRows(written: KeyRow[], due: KeyRow[]): KeyRow[] {
  const missing = new Map<Seconds, number>();
  const add = ({ amount, at }: KeyRow, sign: 1 | -1) => missing.set(at, (missing.get(at) ?? 0) + sign * amount);
  for (const row of due) add(row, 1);
  for (const row of written) add(row, -1);
  return [...missing]
    .filter(([, amount]) => amount !== 0)
    .map(([at, amount]) => ({ amount, at }))
    .sort((one, other) => other.amount - one.amount || one.at - other.at);
}
