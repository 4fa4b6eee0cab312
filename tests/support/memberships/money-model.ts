/**
 * The expected state of members and referrers, computed by the product rules from the history in one pass. It shares no code and no row
 * types with the product.
 */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Happening } from '#tests/support/stripe/stripe-model.ts';
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
  /** Failed refunds that are paid by other means, because the purchase was not restored. */
  owedCents: number;
  dispute: 'open' | 'won' | 'lost' | null;
  /** Whether the payment bought nothing and must be refunded. */
  isOwedBack: boolean;
  returnedAt: Seconds | null;
  disputedAt: Seconds | null;
}

export interface ModelledMember {
  spans: Span[];
  /** The rest of paid years, granted because a refund failed after the subscription had ended. */
  restored: Span[];
  reign: { subscriptionId: string; tier: PaidTier; paidUntil: Seconds; renews: boolean; latest: PaidOnce } | null;
  payments: Map<string, ModelledPayment>;
  orders: Map<number, 'paid' | 'refunded' | 'disputed'>;
  /** The first paid membership that bought something, and since when it is refunded or disputed. */
  firstYear: {
    intentId: string;
    at: Seconds;
    tier: PaidTier;
    card: string;
    isReturned: boolean;
    isDisputed: boolean;
    returnedSince: Seconds | null;
  } | null;
}

/** Administrators' decisions about a referral's commission. */
export interface Office {
  /** Whether the commission itself is paid out, apart from its reversals. */
  isPaid: boolean;
  isHeld: boolean;
  isRefused: boolean;
  /** Payment ids of first purchases that were reviewed and released. */
  releasedReferrals: Set<string>;
}

export interface ModelledReferral {
  /** The earned commission in cents, whether paid or not. */
  cents: number;
  keys: number;
  /** Changes in the number of keys over time. */
  keyTimes: { amount: number; at: Seconds }[];
  /** Why the commission is held; null if it is neither held nor payable. */
  heldFor: string[] | null;
}

/** When we learned of a lost dispute, because Stripe does not report when it was lost. */
export type LossHeard = { kind: 'loss_heard'; at: Seconds; intentId: string };

/** When we learned that refunds failed, and what we decided, which depends on what else was known then. */
export type FailureHeard = HeardFailure & { kind: 'failure_heard'; at: Seconds };

type Heard = LossHeard | FailureHeard;

interface PaidOnce {
  intentId: string;
  at: Seconds;
  cents: number;
  from: Seconds;
  to: Seconds;
}

interface Reign {
  subscriptionId: string;
  tier: PaidTier;
  since: Seconds;
  paidUntil: Seconds;
  /** End of the seven days of grace after a renewal was due but not paid. */
  graceUntil: Seconds;
  paid: PaidOnce[];
}

const graceSeconds = 7 * 24 * 60 * 60;

export function modelMember(unsortedHistory: (Happening | Heard)[]): ModelledMember {
  const history = sortSameSecond(unsortedHistory);
  const member: ModelledMember = { spans: [], restored: [], reign: null, payments: new Map(), orders: new Map(), firstYear: null };
  const ordersByInvoice = new Map<string, number>();
  const switchedOff = new Set<string>();
  let reign: Reign | null = null;
  const refunds = new Map<string, number>();
  const unknownRefunds = new Set(history.flatMap((event) => (event.kind === 'failure_heard' ? event.unknownRefundIds : [])));
  const subscriptionEnds = new Map<string, Seconds>();
  /** Ends of years that a refund took back, by payment. */
  const takenBack = new Map<string, { reign: Reign; span: Span }>();
  const restoredYears = new Map<string, Span>();
  const years: { intentId: string; at: Seconds; tier: PaidTier; card: string }[] = [];
  const requirePayment = (intentId: string): ModelledPayment => {
    const payment = member.payments.get(intentId);
    if (!payment) throw new Error(`${intentId} was never paid`);
    return payment;
  };
  const isLatest = (intentId: string) => reign?.paid.at(-1)?.intentId === intentId;
  let latestClosing: { reign: Reign; span: Span; at: Seconds } | null = null;
  const close = (at: Seconds) => {
    if (!reign) return;
    const span = toSpan(reign, at);
    member.spans.push(span);
    latestClosing = { reign, span, at };
    reign = null;
  };
  const cutRestored = (intentId: string, at: Seconds) => {
    const span = restoredYears.get(intentId);
    if (span) span.to = Math.max(span.from, Math.min(span.to, at));
  };
  const takeBack = (intentId: string, at: Seconds) => {
    const payment = requirePayment(intentId);
    if (!isReturnedInFull(payment) || payment.returnedAt !== null) return;
    payment.returnedAt = at;
    cutRestored(intentId, at);
    if (isLatest(intentId)) close(at);
    // We may end a subscription in the same second before we refund its payment.
    const closing = latestClosing as { reign: Reign; span: Span; at: Seconds } | null;
    if (closing?.at === at && closing.reign.paid.at(-1)?.intentId === intentId) takenBack.set(intentId, closing);
  };
  const hearFailure = ({ intentId, owedCents, outcome, at }: FailureHeard) => {
    const payment = requirePayment(intentId);
    payment.owedCents = owedCents;
    if (outcome === 'owed') takeBack(intentId, at);
    if (isReturnedInFull(payment) || payment.returnedAt === null) return;
    payment.returnedAt = null;
    const taken = takenBack.get(intentId);
    if (!taken || outcome === 'owed') return;
    if (outcome === 'granted') {
      const span = { tier: taken.reign.tier, from: at, to: taken.reign.paidUntil };
      restoredYears.set(intentId, span);
      // The refund no longer ends the year, but its subscription has ended.
      taken.span.to = Math.max(taken.span.to, subscriptionEnds.get(taken.reign.subscriptionId) ?? 0);
      member.restored.push(span);
    } else {
      takenBack.delete(intentId);
      member.spans = member.spans.filter((one) => one !== taken.span);
      reign = taken.reign;
    }
  };
  for (const event of history) {
    switch (event.kind) {
      case 'paid': {
        const { year, intentId, at } = event;
        const payment: ModelledPayment = {
          amountCents: event.amountCents,
          refundedCents: 0,
          owedCents: 0,
          dispute: null,
          isOwedBack: false,
          returnedAt: null,
          disputedAt: null,
        };
        member.payments.set(intentId, payment);
        if (event.orderId !== null) {
          ordersByInvoice.set(intentId, event.orderId);
          member.orders.set(event.orderId, 'paid');
        }
        if (!year) break;
        years.push({ intentId, at, tier: year.tier, card: event.card });
        const paid = { intentId, at, cents: event.amountCents, from: year.periodStart, to: year.periodEnd };
        const startedReign: Reign = { ...year, since: at, paidUntil: year.periodEnd, graceUntil: 0, paid: [paid] };
        const current = reign as Reign | null;
        if (current?.subscriptionId === year.subscriptionId) {
          reign = { ...startedReign, since: current.since, paid: [...current.paid, paid] };
        } else if (!year.isFirst || (current && !(current.tier === 'basic' && year.tier === 'premium'))) {
          payment.isOwedBack = true;
        } else {
          // A price quoted before we knew of the basic year's payment includes no credit for it, so that year is refunded instead.
          const credit = 10_000 - event.amountCents;
          const uncredited = current?.paid.find((one) => {
            const { disputedAt } = requirePayment(one.intentId);
            const unusedCents = Math.floor((one.cents * Math.max(0, one.to - year.orderedAt)) / (one.to - one.from));
            if (one.at >= year.orderedAt) return credit < (one.at === year.orderedAt ? unusedCents : one.cents);
            return credit === 0 && unusedCents > 0 && (disputedAt === null || disputedAt > year.orderedAt);
          });
          if (uncredited) member.payments.set(uncredited.intentId, { ...requirePayment(uncredited.intentId), isOwedBack: true });
          close(uncredited?.at ?? at);
          reign = startedReign;
        }
        break;
      }
      case 'renewal_began':
        if (reign?.subscriptionId === event.subscriptionId) reign.graceUntil = event.at + graceSeconds;
        break;
      case 'renewal_switched':
        if (event.renews) switchedOff.delete(event.subscriptionId);
        else switchedOff.add(event.subscriptionId);
        break;
      case 'ended':
        subscriptionEnds.set(event.subscriptionId, event.at);
        if (reign?.subscriptionId === event.subscriptionId) close(event.at);
        break;
      case 'refunded':
        refunds.set(event.refundId, event.cents);
        if (unknownRefunds.has(event.refundId)) break;
        requirePayment(event.intentId).refundedCents += event.cents;
        repayOwed(requirePayment(event.intentId), event.cents);
        takeBack(event.intentId, event.at);
        break;
      case 'refund_failed':
        // The purchase stays reversed until we learn of it.
        if (!unknownRefunds.has(event.refundId)) requirePayment(event.intentId).refundedCents -= refunds.get(event.refundId) ?? 0;
        break;
      case 'failure_heard':
        hearFailure(event);
        break;
      case 'disputed':
        requirePayment(event.intentId).dispute = event.status;
        if (event.status === 'open') requirePayment(event.intentId).disputedAt = event.at;
        break;
      case 'loss_heard':
        if (isLatest(event.intentId)) close(event.at);
        cutRestored(event.intentId, event.at);
        break;
    }
  }
  const last = reign as Reign | null;
  const latest = last?.paid.at(-1);
  if (last && latest) {
    member.spans.push(toSpan(last, Number.POSITIVE_INFINITY));
    member.reign = { ...last, latest, renews: !switchedOff.has(last.subscriptionId) };
  }
  for (const [intentId, payment] of member.payments) {
    const orderId = ordersByInvoice.get(intentId);
    const isDisputed = payment.dispute === 'open' || payment.dispute === 'lost';
    const isRefunded = isReturnedInFull(payment);
    if (orderId !== undefined && isDisputed) member.orders.set(orderId, 'disputed');
    else if (orderId !== undefined && isRefunded) member.orders.set(orderId, 'refunded');
  }
  const first = years.find(({ intentId }) => !requirePayment(intentId).isOwedBack);
  if (first) {
    const payment = requirePayment(first.intentId);
    const { dispute, returnedAt, disputedAt } = payment;
    const returnTimes = [returnedAt, dispute === 'open' || dispute === 'lost' ? disputedAt : null].filter((at) => at !== null);
    member.firstYear = {
      ...first,
      isReturned: isReturnedInFull(payment) || dispute === 'lost',
      isDisputed: dispute === 'open',
      returnedSince: returnTimes.length > 0 ? Math.min(...returnTimes) : null,
    };
  }
  return member;
}

/** In one second, an upgrade is paid after the year that it credits, and otherwise the lower order number comes first. */
function sortSameSecond(history: (Happening | Heard)[]): (Happening | Heard)[] {
  const isUpgrade = (event: Extract<Happening, { kind: 'paid' }>) => Number(event.year?.tier === 'premium' && event.amountCents < 10_000);
  const sorted: (Happening | Heard)[] = [];
  for (const event of history) {
    let place = sorted.length;
    for (
      let other = sorted[place - 1];
      event.kind === 'paid' && other?.kind === 'paid' && other.at === event.at;
      other = sorted[place - 1]
    ) {
      if ((isUpgrade(other) - isUpgrade(event) || (other.orderId ?? 0) - (event.orderId ?? 0)) <= 0) break;
      place -= 1;
    }
    sorted.splice(place, 0, event);
  }
  return sorted;
}

/** A later refund to the card reduces what is owed by other means. */
function repayOwed(payment: ModelledPayment, cents: number): void {
  payment.owedCents = Math.max(0, payment.owedCents - cents);
}

/** A refund of 90 % or more is a full one. */
function isReturnedInFull({ amountCents, refundedCents, owedCents }: ModelledPayment): boolean {
  return amountCents > 0 && 10 * (refundedCents + owedCents) >= 9 * amountCents;
}

/** Returns the referrer's expected earnings; `referrerTier` is the tier at the time of the first purchase. */
export function modelReferral(
  { firstYear }: ModelledMember,
  referrer: { tier: PaidTier | 'free'; cards: string[] },
  office: Office = { isPaid: false, isHeld: false, isRefused: false, releasedReferrals: new Set() },
): ModelledReferral {
  if (!firstYear || office.isRefused) return { cents: 0, keys: 0, keyTimes: [], heldFor: null };
  const { at, tier, isReturned, isDisputed, returnedSince } = firstYear;
  const { isPaid } = office;
  const isSuspicious = !isPaid && referrer.cards.includes(firstYear.card) && !office.releasedReferrals.has(firstYear.intentId);
  const amount = referrer.tier === 'premium' ? 2 : 1;
  const counts = !isSuspicious && !office.isHeld && returnedSince !== at;
  const from = counts ? [{ amount, at }] : [];
  const until = counts && returnedSince !== null ? [{ amount: -amount, at: returnedSince }] : [];
  const heldFor = [...(office.isHeld ? ['administrator'] : []), ...(isDisputed ? ['dispute'] : []), ...(isSuspicious ? ['same_card'] : [])];
  return {
    cents: isReturned || referrer.tier === 'free' ? 0 : referrer.tier === 'premium' && tier === 'premium' ? 2_000 : 1_000,
    keys: counts && returnedSince === null ? amount : 0,
    keyTimes: [...from, ...until],
    heldFor: isReturned || isPaid ? null : heldFor,
  };
}

/**
 * Returns the current price of a premium year in cents: the full price minus the unused part of the amount actually paid for the current
 * basic year.
 */
export function modelPremiumPrice({ reign, payments }: ModelledMember, now: Seconds): number {
  const payment = payments.get(reign?.latest.intentId ?? '');
  if (!reign || !payment || payment.dispute === 'open') return 10_000;
  const { from, to } = reign.latest;
  const unusedShare = Math.max(0, to - now) / (to - from);
  return 10_000 - Math.floor((payment.amountCents - payment.refundedCents - payment.owedCents) * unusedShare);
}

/** Returns the highest tier at a time, whether paid or granted. */
export function getSpanTier(spans: Span[], at: Seconds): PaidTier | 'free' {
  const tiers = spans.filter(({ from, to }) => from <= at && at < to).map(({ tier }) => tier);
  return tiers.includes('premium') ? 'premium' : tiers.includes('basic') ? 'basic' : 'free';
}

/** Merges adjacent spans of one tier and drops empty ones. */
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

function toSpan({ tier, since, paidUntil, graceUntil }: Reign, closedAt: Seconds): Span {
  return { tier, from: since, to: Math.min(closedAt, Math.max(paidUntil, graceUntil)) };
}
