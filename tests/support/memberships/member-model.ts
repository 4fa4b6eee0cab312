/** Model of a member. Computes the expected membership and payments from the history in one pass, according to the product rules. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Happening } from '#tests/support/stripe/stripe-model.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { FailureHeard, Heard, ModelledMember, ModelledPayment, PaidOnce, Span } from './money-model.ts';

interface Reign {
  subscriptionId: string;
  tier: PaidTier;
  since: Seconds;
  paidUntil: Seconds;
  /** End of the seven-day grace period after an unpaid renewal was due. */
  graceUntil: Seconds;
  paid: PaidOnce[];
}

const graceSeconds = 7 * 24 * 60 * 60;

interface Closing {
  reign: Reign;
  span: Span;
  at: Seconds;
}

export function modelMember(history: (Happening | Heard)[]): ModelledMember {
  const model = new MemberModel(history.flatMap((event) => (event.kind === 'failure_heard' ? event.unknownRefundIds : [])));
  for (const event of sortSameSecond(history)) model.apply(event);
  return model.finish();
}

class MemberModel {
  readonly #member: ModelledMember = { spans: [], restored: [], reign: null, payments: new Map(), orders: new Map(), firstYear: null };
  readonly #ordersByInvoice = new Map<string, number>();
  readonly #switchedOff = new Set<string>();
  readonly #years: { intentId: string; at: Seconds; tier: PaidTier; card: string }[] = [];
  readonly #refunds = new Map<string, number>();
  /** Refunds that had already failed when we first learned of them, and therefore had no effect. */
  readonly #unknownRefunds: Set<string>;
  readonly #subscriptionEnds = new Map<string, Seconds>();
  /** Years ended by a refund, keyed by payment. */
  readonly #takenBack = new Map<string, Closing>();
  readonly #restoredYears = new Map<string, Span>();
  #reign: Reign | null = null;
  #latestClosing: Closing | null = null;

  constructor(unknownRefundIds: string[]) {
    this.#unknownRefunds = new Set(unknownRefundIds);
  }

  apply(event: Happening | Heard): void {
    switch (event.kind) {
      case 'paid':
        this.#pay(event);
        break;
      case 'renewal_began':
        if (this.#reign?.subscriptionId === event.subscriptionId) this.#reign.graceUntil = event.at + graceSeconds;
        break;
      case 'renewal_switched':
        if (event.renews) this.#switchedOff.delete(event.subscriptionId);
        else this.#switchedOff.add(event.subscriptionId);
        break;
      case 'ended':
        this.#subscriptionEnds.set(event.subscriptionId, event.at);
        if (this.#reign?.subscriptionId === event.subscriptionId) this.#close(event.at);
        break;
      case 'refunded':
        this.#refunds.set(event.refundId, event.cents);
        if (this.#unknownRefunds.has(event.refundId)) break;
        this.#payment(event.intentId).refundedCents += event.cents;
        repayOwed(this.#payment(event.intentId), event.cents);
        this.#takeBack(event.intentId, event.at);
        break;
      case 'refund_failed':
        // A failed refund lowers the refunded amount immediately, but the purchase is restored only when we learn of the failure
        // (`failure_heard`).
        if (!this.#unknownRefunds.has(event.refundId))
          this.#payment(event.intentId).refundedCents -= this.#refunds.get(event.refundId) ?? 0;
        break;
      case 'failure_heard':
        this.#hearFailure(event);
        break;
      case 'disputed':
        this.#payment(event.intentId).dispute = event.status;
        if (event.status === 'open') this.#payment(event.intentId).disputedAt = event.at;
        break;
      case 'loss_heard':
        if (this.#isLatest(event.intentId)) this.#close(event.at);
        this.#cutRestored(event.intentId, event.at);
        break;
    }
  }

  #payment(intentId: string): ModelledPayment {
    const payment = this.#member.payments.get(intentId);
    if (!payment) throw new Error(`${intentId} was never paid`);
    return payment;
  }

  #isLatest(intentId: string): boolean {
    return this.#reign?.paid.at(-1)?.intentId === intentId;
  }

  #close(at: Seconds): void {
    const reign = this.#reign;
    if (!reign) return;
    const span = toSpan(reign, at);
    this.#member.spans.push(span);
    this.#latestClosing = { reign, span, at };
    this.#reign = null;
  }

  #pay({ year, intentId, orderId, amountCents, card, at }: Extract<Happening, { kind: 'paid' }>): void {
    const unreturned = { refundedCents: 0, owedCents: 0, dispute: null, isOwedBack: false, returnedAt: null, disputedAt: null };
    const payment: ModelledPayment = { amountCents, ...unreturned };
    this.#member.payments.set(intentId, payment);
    if (orderId !== null) {
      this.#ordersByInvoice.set(intentId, orderId);
      this.#member.orders.set(orderId, 'paid');
    }
    if (!year) return;
    this.#years.push({ intentId, at, tier: year.tier, card });
    const paid = { intentId, at, cents: amountCents, from: year.periodStart, to: year.periodEnd };
    const startedReign: Reign = { ...year, since: at, paidUntil: year.periodEnd, graceUntil: 0, paid: [paid] };
    const current = this.#reign;
    if (current?.subscriptionId === year.subscriptionId) {
      this.#reign = { ...startedReign, since: current.since, paid: [...current.paid, paid] };
    } else if (!year.isFirst || (current && !(current.tier === 'basic' && year.tier === 'premium'))) {
      payment.isOwedBack = true;
    } else {
      const uncredited = this.#findUncredited(current?.paid ?? [], 10_000 - amountCents, year.orderedAt);
      if (uncredited) this.#payment(uncredited.intentId).isOwedBack = true;
      this.#close(uncredited?.at ?? at);
      this.#reign = startedReign;
    }
  }

  /**
   * Finds the basic year to refund after an upgrade. When the upgrade was priced, we did not yet know of the payment for that year, so the
   * price included no credit for it.
   */
  #findUncredited(paid: PaidOnce[], credit: number, orderedAt: Seconds): PaidOnce | undefined {
    return paid.find((one) => {
      const { disputedAt } = this.#payment(one.intentId);
      const unusedCents = Math.floor((one.cents * Math.max(0, one.to - orderedAt)) / (one.to - one.from));
      if (one.at >= orderedAt) return credit < (one.at === orderedAt ? unusedCents : one.cents);
      return credit === 0 && unusedCents > 0 && (disputedAt === null || disputedAt > orderedAt);
    });
  }

  #cutRestored(intentId: string, at: Seconds): void {
    const span = this.#restoredYears.get(intentId);
    if (span) span.to = Math.max(span.from, Math.min(span.to, at));
  }

  #takeBack(intentId: string, at: Seconds): void {
    const payment = this.#payment(intentId);
    if (!isReturnedInFull(payment) || payment.returnedAt !== null) return;
    payment.returnedAt = at;
    this.#cutRestored(intentId, at);
    if (this.#isLatest(intentId)) this.#close(at);
    // If we end a subscription and refund its payment in the same second, we still treat the year as ended by the refund.
    const closing = this.#latestClosing;
    if (closing?.at === at && closing.reign.paid.at(-1)?.intentId === intentId) this.#takenBack.set(intentId, closing);
  }

  #hearFailure({ intentId, owedCents, outcome, at }: FailureHeard): void {
    const payment = this.#payment(intentId);
    payment.owedCents = owedCents;
    if (outcome === 'owed') this.#takeBack(intentId, at);
    if (isReturnedInFull(payment) || payment.returnedAt === null) return;
    payment.returnedAt = null;
    const taken = this.#takenBack.get(intentId);
    if (!taken || outcome === 'owed') return;
    if (outcome === 'granted') {
      const span = { tier: taken.reign.tier, from: at, to: taken.reign.paidUntil };
      this.#restoredYears.set(intentId, span);
      this.#member.restored.push(span);
      // The refunded year lasts until its subscription ended. The year granted instead starts only when we learn that the refund failed.
      taken.span.to = Math.max(taken.span.to, this.#subscriptionEnds.get(taken.reign.subscriptionId) ?? 0);
    } else {
      this.#takenBack.delete(intentId);
      this.#member.spans = this.#member.spans.filter((one) => one !== taken.span);
      this.#reign = taken.reign;
    }
  }

  finish(): ModelledMember {
    const last = this.#reign;
    const latest = last?.paid.at(-1);
    if (last && latest) {
      this.#member.spans.push(toSpan(last, Number.POSITIVE_INFINITY));
      this.#member.reign = { ...last, latest, renews: !this.#switchedOff.has(last.subscriptionId) };
    }
    for (const [intentId, payment] of this.#member.payments) {
      const orderId = this.#ordersByInvoice.get(intentId);
      const isDisputed = payment.dispute === 'open' || payment.dispute === 'lost';
      if (orderId !== undefined && isDisputed) this.#member.orders.set(orderId, 'disputed');
      else if (orderId !== undefined && isReturnedInFull(payment)) this.#member.orders.set(orderId, 'refunded');
    }
    this.#member.firstYear = this.#firstYear();
    return this.#member;
  }

  #firstYear(): ModelledMember['firstYear'] {
    const first = this.#years.find(({ intentId }) => !this.#payment(intentId).isOwedBack);
    if (!first) return null;
    const payment = this.#payment(first.intentId);
    const { dispute, returnedAt, disputedAt, amountCents, refundedCents, owedCents } = payment;
    const returnTimes = [returnedAt, dispute === 'open' || dispute === 'lost' ? disputedAt : null].filter((at) => at !== null);
    return {
      ...first,
      isReturned: isReturnedInFull(payment) || dispute === 'lost',
      isDisputed: dispute === 'open',
      returnedSince: returnTimes.length > 0 ? Math.min(...returnTimes) : null,
      leftCents: refundedCents + owedCents > 0 ? amountCents - refundedCents - owedCents : null,
    };
  }
}

/**
 * Sorts payments made in the same second: by order number, except that an upgrade comes after the payment for the basic year that it
 * credits.
 */
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

/** If one refund fails but a later refund succeeds, the later refund reduces the amount that we owe the member outside Stripe. */
function repayOwed(payment: ModelledPayment, cents: number): void {
  payment.owedCents = Math.max(0, payment.owedCents - cents);
}

/** Whether the payment counts as fully refunded, which takes a refund of at least 90%. */
function isReturnedInFull({ amountCents, refundedCents, owedCents }: ModelledPayment): boolean {
  return amountCents > 0 && 10 * (refundedCents + owedCents) >= 9 * amountCents;
}

function toSpan({ tier, since, paidUntil, graceUntil }: Reign, closedAt: Seconds): Span {
  return { tier, from: since, to: Math.min(closedAt, Math.max(paidUntil, graceUntil)) };
}
