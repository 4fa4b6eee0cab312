/**
 * Reads one of Stripe's objects as it is now and applies it: look, read, reconcile, write. What others have written since
 * the look fails the write, and all is done again with what is there then.
 */
import type { EventHint, Reading } from '#worker/clients/payment-provider.ts';
import type { Account } from '#worker/domain/money/account.ts';
import { mailsOf } from '#worker/domain/money/mails.ts';
import { derive, type ReconcileRefusal, reconcile } from '#worker/domain/money/reconcile.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { AppliedEvent } from '#worker/store/money.ts';
import type { Whose } from '#worker/store/money-rows.ts';
import type { MoneySeen } from '#worker/store/money-writes.ts';
import type { PaymentDeps } from './deps.ts';

const attempts = 6;

export interface Settled {
  account: Account;
  /** Undefined where the event had been applied before. */
  reading: Reading | undefined;
  /** Members whose purchase may have earned this one more, now that a membership of theirs is known. */
  referred: number[];
}

/** Two round trips to the database and one read from Stripe, unless somebody else was faster. */
export async function reconcileObject(
  deps: PaymentDeps,
  target: { object: EventHint['object']; id: string; whose: Whose },
  event: AppliedEvent | null = null,
): Promise<Result<Settled, ReconcileRefusal>> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { seen, eventIsApplied } = await deps.store.money.load(target.whose, event?.id ?? null);
    if (!seen) return err(target.object === 'intent' || target.object === 'dispute' ? 'not_yet_known' : 'not_ours');
    if (eventIsApplied) return ok({ account: seen.account, reading: undefined, referred: [] });
    const reading = await deps.provider.read(target.object, target.id);
    const settled = reconcile(seen.account, reading.news, deps.now);
    if (!settled.ok) return settled;
    if (await write(deps, seen, settled.value, event)) {
      const known = new Set(seen.account.periods.map(({ cause }) => cause));
      const hasBegun = settled.value.periods.some(({ cause }) => !known.has(cause));
      return ok({ account: settled.value, reading, referred: hasBegun ? seen.referred : [] });
    }
  }
  throw new Error(`${target.object} ${target.id}: somebody else was faster ${attempts} times`);
}

/** Brings a member's account in line with the time, without asking Stripe. */
export async function reconcileTime(deps: PaymentDeps, userId: number): Promise<Account | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { seen } = await deps.store.money.load(ofMember(userId));
    if (!seen) return undefined;
    const after = derive(seen.account, deps.now);
    if (await write(deps, seen, after, null)) return after;
  }
  throw new Error(`Member ${userId}: somebody else was faster ${attempts} times`);
}

function write(deps: PaymentDeps, seen: MoneySeen, after: Account, event: AppliedEvent | null): Promise<boolean> {
  const addressee = { email: seen.email, firstName: seen.firstName, newMessageId: deps.newMessageId };
  return deps.store.money.commit(seen, after, mailsOf(seen.account, after, addressee), event, deps.now);
}

const nobody: Whose = { paymentIntentId: null, subscriptionId: null, orderReference: null, userId: null };

export function ofMember(userId: number): Whose {
  return { ...nobody, userId };
}

export function ofHint(hint: EventHint): Whose {
  return { ...nobody, paymentIntentId: hint.paymentIntentId, subscriptionId: hint.subscriptionId, orderReference: hint.orderReference };
}

/** The member's order and what Stripe has for it. */
export function ofOrder(order: {
  reference: string;
  userId: number;
  stripePaymentIntentId: string | null;
  stripeSubscriptionId: string | null;
}): Whose {
  return {
    paymentIntentId: order.stripePaymentIntentId,
    subscriptionId: order.stripeSubscriptionId,
    orderReference: order.reference,
    userId: order.userId,
  };
}
