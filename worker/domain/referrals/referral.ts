/** Commission and Treasure Keys for a referral, earned and revoked together. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { HeldReason } from '#schema/referrals/referral.ts';
import { referralCommissionCents, treasureKeysPerReferral } from '#schema/rules.ts';
import {
  type Account,
  type CommissionState,
  comparePurchases,
  contestedSince,
  getReturnedCents,
  type KeyRow,
  type PaymentState,
  type ReferralState,
} from '#worker/domain/memberships/account.ts';
import { getTierAt } from '#worker/domain/memberships/memberships.ts';
import { parseHeldReasons, writeHeldReasons } from '#worker/domain/payouts/payout.ts';
import type { Seconds } from '#worker/domain/time.ts';

interface Purchase {
  payment: PaymentState;
  tier: PaidTier;
}

/**
 * Rewards the referred member's first paid membership. A refund revokes the reward, and a dispute freezes it. Double payments and renewals
 * earn nothing, even if a renewal is recorded before the first payment.
 */
export function deriveReferral(account: Account): Account {
  const { referral } = account;
  const purchase = firstPurchase(account);
  if (!referral || (!purchase && !referral.commission)) return account;
  const updatedReferral = purchase ? applyPurchase(referral, purchase) : referral;
  const keyRows = [...referral.keyRows, ...missingRows(referral.keyRows, deriveDueKeys(updatedReferral, purchase?.payment))];
  return { ...account, referral: { ...updatedReferral, keyRows, treasureKeys: keyRows.reduce((sum, { amount }) => sum + amount, 0) } };
}

function firstPurchase(account: Account): Purchase | undefined {
  const toPurchase = ({ paidAt, orderId }: PaymentState) => ({ paidAt, order: account.orders.find(({ id }) => id === orderId) });
  const payment = account.payments
    .filter(({ subscriptionId, orderId, refundRequestedAt }) => subscriptionId !== null && orderId !== null && refundRequestedAt === null)
    .sort((one, other) => comparePurchases(toPurchase(one), toPurchase(other)))[0];
  const purchase = account.subscriptions.find((subscription) => subscription.id === payment?.subscriptionId);
  return payment && purchase && { payment, tier: purchase.tier };
}

function applyPurchase(referral: ReferralState, first: Purchase): ReferralState {
  const commission = deriveCommission(referral, first);
  return { ...referral, commission, reversal: deriveReversal(referral, commission, isForfeited(first.payment, commission.amountCents)) };
}

function deriveCommission(referral: ReferralState, { payment, tier }: Purchase): CommissionState {
  const storedCommission = referral.commission;
  if (storedCommission && isRefused(referral)) return storedCommission;
  const referrerTier = getTierAt(referral.referrerPeriods, payment.paidAt);
  const treasureKeys = treasureKeysPerReferral[referrerTier];
  // An earlier purchase may be recorded late, so the stored commission may belong to another purchase.
  const isForPayment = storedCommission?.orderId === payment.orderId && storedCommission?.createdAt === payment.paidAt;
  // A paid commission retains its amount and purchase; its reversal is a separate row. This also applies if the payout was returned after a
  // later payout deducted the reversal. Only the keys move to the purchase that is now the first.
  const isUnpaid = storedCommission?.status === 'pending' || storedCommission?.status === 'held';
  if (storedCommission?.status === 'paid' || (isUnpaid && isDeducted(referral.reversal))) return { ...storedCommission, treasureKeys };
  const amountCents = referrerTier === 'free' ? 0 : referralCommissionCents[referrerTier][tier];
  const isReversed = isForfeited(payment, amountCents);
  const knownReasons = parseHeldReasons(storedCommission?.heldReason ?? null);
  const reasons = new Set<HeldReason>(
    isForPayment ? knownReasons : [...listSuspicions(referral, payment), ...knownReasons.filter(isIndependentHold)],
  );
  if (payment.disputeStatus === 'open' && !isReversed) reasons.add('dispute');
  else reasons.delete('dispute');
  // A hold does not change reversed commissions, so one that becomes valid again during the hold is put on hold here.
  const isReinstated = storedCommission?.status === 'reversed' && !isReversed;
  if (isReinstated && referral.suspicions.includes('decision')) reasons.add('decision');
  return {
    amountCents,
    treasureKeys,
    status: isReversed ? 'reversed' : reasons.size > 0 ? 'held' : 'pending',
    heldReason: writeHeldReasons(reasons),
    orderId: payment.orderId,
    createdAt: payment.paidAt,
  };
}

/**
 * Whether the payment was returned, or so much of it that less than the commission is left. Otherwise, referrer and friend would gain from a
 * refund just below `fullRefundPercent`.
 */
function isForfeited(payment: PaymentState, commissionCents: number): boolean {
  const returnedCents = getReturnedCents(payment);
  return payment.revokedAt !== null || (returnedCents > 0 && payment.amountCents + payment.balanceCents - returnedCents < commissionCents);
}

/** Whether an administrator refused the commission, which is final. It is then reversed without a reversal row. */
function isRefused({ commission, reversal }: ReferralState): boolean {
  return commission?.status === 'reversed' && reversal === null;
}

function listSuspicions(referral: ReferralState, payment: PaymentState): HeldReason[] {
  const usesReferrerCard = payment.cardFingerprint !== null && referral.referrerCards.includes(payment.cardFingerprint);
  return [...(usesReferrerCard ? (['same_card'] as const) : []), ...referral.suspicions];
}

function isIndependentHold(reason: HeldReason): boolean {
  return reason === 'administrator' || reason === 'decision' || reason === 'member_left';
}

/**
 * Returns the commission's reversal, or null if the commission is valid. Reversing a paid commission deducts it from the next payout;
 * reversing an unpaid commission only changes its status. A commission becomes valid again if a payment is restored or an earlier purchase
 * is recorded. If a payout has already deducted the reversal, a restoration row then undoes it.
 */
function deriveReversal(referral: ReferralState, commission: CommissionState, isReversed: boolean): ReferralState['reversal'] {
  const { reversal } = referral;
  const isDue = isReversed || isTakenBack(commission);
  if (isDeducted(reversal)) return isDue ? reversal : null;
  if (commission.status === 'pending' || commission.status === 'held') return null;
  if (commission.status === 'paid') return isDue ? 'pending' : null;
  return referral.commission?.status === 'reversed' ? reversal : (reversal ?? 'reversed');
}

/** Whether the reversal takes money from a payout, rather than recording that an unpaid commission was reversed. */
function isDeducted(reversal: ReferralState['reversal']): boolean {
  return reversal === 'paid' || reversal === 'pending';
}

/** Whether a group decision reversed a commission after it was paid. */
function isTakenBack({ heldReason, status }: CommissionState): boolean {
  return status !== 'held' && parseHeldReasons(heldReason).includes('decision');
}

/**
 * Keys are valid from the purchase until a dispute or refund. If the first purchase changes, the keys move to the new one, even if a paid
 * commission does not. Keys under review or refused are not valid, so they cannot open a chest that is still unpaid.
 */
function deriveDueKeys(referral: ReferralState, payment: PaymentState | undefined): KeyRow[] {
  const { commission } = referral;
  if (!commission || commission.treasureKeys === 0 || isRefused(referral)) return [];
  if (parseHeldReasons(commission.heldReason).some(isSuspicion)) return [];
  const amount = commission.treasureKeys;
  const from = payment?.paidAt ?? commission.createdAt;
  // The time of a partial refund is not stored, so it ends the keys from the start.
  const isForfeitedByPart = payment?.revokedAt === null && isForfeited(payment, commission.amountCents);
  const endsAt = isForfeitedByPart ? from : payment ? contestedSince(payment) : null;
  if (endsAt === null) return [{ amount, at: from }];
  return endsAt <= from
    ? []
    : [
        { amount, at: from },
        { amount: -amount, at: endsAt },
      ];
}

/**
 * Whether a hold for this reason withholds the commission's keys from the start. A dispute takes them away only from the time it was
 * opened, and `member_left` withholds only the money.
 */
function isSuspicion(reason: HeldReason): boolean {
  return reason !== 'dispute' && reason !== 'member_left';
}

/** Returns key events that bring the stored total to the expected one. Additions come first so that the total never goes negative. */
function missingRows(storedRows: KeyRow[], dueRows: KeyRow[]): KeyRow[] {
  const missingAmounts = new Map<Seconds, number>();
  const add = ({ amount, at }: KeyRow, sign: 1 | -1) => missingAmounts.set(at, (missingAmounts.get(at) ?? 0) + sign * amount);
  for (const row of dueRows) add(row, 1);
  for (const row of storedRows) add(row, -1);
  return [...missingAmounts]
    .filter(([, amount]) => amount !== 0)
    .map(([at, amount]) => ({ amount, at }))
    .sort((one, other) => other.amount - one.amount || one.at - other.at);
}
