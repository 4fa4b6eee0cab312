/**
 * Computes the expected state of members and referrers from the history in one pass, according to the product rules. It shares no code and
 * no row types with the product.
 */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { HeardFailure } from './money-product.ts';

export interface Span {
  tier: PaidTier;
  from: Seconds;
  /** Exclusive end, in Unix seconds. */
  to: Seconds;
}

export interface ModelledPayment {
  amountCents: number;
  refundedCents: number;
  /** Amount in cents that we owe the member outside Stripe because refunds failed and the purchase was not restored. */
  owedCents: number;
  dispute: 'open' | 'won' | 'lost' | null;
  /** Whether the payment had no effect and must be refunded. */
  isOwedBack: boolean;
  returnedAt: Seconds | null;
  disputedAt: Seconds | null;
}

export interface ModelledMember {
  spans: Span[];
  /** Remaining parts of paid years, granted because a refund failed after the subscription ended. */
  restored: Span[];
  reign: { subscriptionId: string; tier: PaidTier; paidUntil: Seconds; renews: boolean; latest: PaidOnce } | null;
  payments: Map<string, ModelledPayment>;
  orders: Map<number, 'paid' | 'refunded' | 'disputed'>;
  /** The first membership payment that took effect, and the time when its refund or dispute began. */
  firstYear: {
    intentId: string;
    at: Seconds;
    tier: PaidTier;
    card: string;
    isReturned: boolean;
    isDisputed: boolean;
    returnedSince: Seconds | null;
    /** What is left of the price after refunds, in cents. Null if nothing was refunded. */
    leftCents: number | null;
  } | null;
}

/** Administrators' decisions about a referral's commission. */
export interface Office {
  /** Whether the commission has been paid out, regardless of reversals. */
  isPaid: boolean;
  /** Amount of the commission in cents when it was last paid out. The amount of a paid commission does not change. */
  settledCents: number;
  isHeld: boolean;
  isRefused: boolean;
  /** Payment ids of first purchases whose commissions were reviewed and released. */
  releasedReferrals: Set<string>;
}

export interface ModelledReferral {
  /** The earned commission in cents, whether paid or not. */
  cents: number;
  keys: number;
  /** Changes to the key total, with their times. */
  keyTimes: { amount: number; at: Seconds }[];
  /** Reasons for holding the commission. Empty if it is payable; null if it is neither held nor payable. */
  heldFor: string[] | null;
}

/** The time when we learned of a lost dispute. Stripe does not report when the dispute was lost. */
export type LossHeard = { kind: 'loss_heard'; at: Seconds; intentId: string };

/** When we learned of failed refunds, and our decision based on the information available at that time. */
export type FailureHeard = HeardFailure & { kind: 'failure_heard'; at: Seconds };

export type Heard = LossHeard | FailureHeard;

export interface PaidOnce {
  intentId: string;
  at: Seconds;
  cents: number;
  from: Seconds;
  to: Seconds;
}

/** Returns the referrer's expected earnings. `referrerTier` is the referrer's tier at the time of the first purchase. */
export function modelReferral(
  { firstYear }: ModelledMember,
  referrer: { tier: PaidTier | 'free'; cards: string[] },
  office: Office = { isPaid: false, settledCents: 0, isHeld: false, isRefused: false, releasedReferrals: new Set() },
): ModelledReferral {
  if (!firstYear || office.isRefused) return { cents: 0, keys: 0, keyTimes: [], heldFor: null };
  const { at, tier, isReturned, isDisputed, returnedSince, leftCents } = firstYear;
  const { isPaid } = office;
  const dueCents = referrer.tier === 'free' ? 0 : referrer.tier === 'premium' && tier === 'premium' ? 2_000 : 1_000;
  const commissionCents = isPaid ? office.settledCents : dueCents;
  // A partial refund that leaves less than the commission takes back the commission, and the keys from the start.
  const isForfeited = leftCents !== null && leftCents < commissionCents;
  const isSuspicious = !isPaid && referrer.cards.includes(firstYear.card) && !office.releasedReferrals.has(firstYear.intentId);
  const amount = referrer.tier === 'premium' ? 2 : 1;
  const counts = !isSuspicious && !office.isHeld && returnedSince !== at && (isReturned || !isForfeited);
  const from = counts ? [{ amount, at }] : [];
  const until = counts && returnedSince !== null ? [{ amount: -amount, at: returnedSince }] : [];
  const heldFor = [...(office.isHeld ? ['administrator'] : []), ...(isDisputed ? ['dispute'] : []), ...(isSuspicious ? ['same_card'] : [])];
  return {
    cents: isReturned || isForfeited ? 0 : commissionCents,
    keys: counts && returnedSince === null ? amount : 0,
    keyTimes: [...from, ...until],
    heldFor: isReturned || isForfeited || isPaid ? null : heldFor,
  };
}

/**
 * Returns the current price of a premium year in cents: the full price minus a credit for the unused part of the amount actually paid for
 * the current basic year.
 */
export function modelPremiumPrice({ reign, payments }: ModelledMember, now: Seconds): number {
  const payment = payments.get(reign?.latest.intentId ?? '');
  if (!reign || !payment || payment.dispute === 'open') return 10_000;
  const { from, to } = reign.latest;
  const unusedShare = Math.max(0, to - now) / (to - from);
  return 10_000 - Math.floor((payment.amountCents - payment.refundedCents - payment.owedCents) * unusedShare);
}

/** Returns the highest tier at the given time, whether paid or granted. */
export function getSpanTier(spans: Span[], at: Seconds): PaidTier | 'free' {
  const tiers = spans.filter(({ from, to }) => from <= at && at < to).map(({ tier }) => tier);
  return tiers.includes('premium') ? 'premium' : tiers.includes('basic') ? 'basic' : 'free';
}

/** Merges adjacent spans of the same tier and drops empty ones. */
export function mergeSpans(spans: Span[]): Span[] {
  const mergedSpans: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from || one.to - other.to)) {
    const last = mergedSpans.at(-1);
    const { tier, from, to } = span;
    if (to <= from) continue;
    if (last && last.tier === tier && last.to >= from) last.to = Math.max(last.to, to);
    else mergedSpans.push({ tier, from, to });
  }
  return mergedSpans;
}
