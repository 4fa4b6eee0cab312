/** Opens a checkout: reuses or creates the member's order, and prepares the payment in Stripe. */
import { secondsPerHour } from '#schema/rules.ts';
import { type OrderToPay, PaymentProviderError, type Reading } from '#worker/clients/payment-provider.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { decideReplacement, type ReplacementRefusal } from '#worker/domain/cards/card.ts';
import { newOrderLimits, secondsUntilAllowed } from '#worker/domain/limit.ts';
import { membershipName } from '#worker/domain/memberships/description.ts';
import { type CheckoutRefusal, decideCheckout, type Price, type Purchase, replacedCard } from '#worker/domain/orders/checkout.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { closeOrder, followUp, parseStripeObject, reconcileOrder } from '#worker/flows/memberships/follow-up.ts';
import { retryUntilCommitted } from '#worker/flows/memberships/retry-until-committed.ts';
import { drawCards } from '#worker/security/draw-cards.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import type { OrderRow, OwnOrder } from '#worker/store/orders/orders.ts';

export interface Checkout extends PayableOrder {
  description: string;
  quantity: number;
  /** Full price in cents. `dueCents` is what remains after the member's Stripe balance is applied. */
  amountCents: number;
  /** The member's order; undefined if the checkout pays an open renewal. */
  own: OwnOrder | undefined;
}

interface PayableOrder {
  /** Stripe's secret for paying in the browser; null if the balance covers the price, so the member only confirms with a button. */
  clientSecret: string | null;
  dueCents: number;
}

export type CheckoutError =
  | { reason: 'too_many_orders' | 'too_many_declined_cards' | 'payments_being_checked'; retryAfterSeconds: number }
  | CheckoutRefusal
  | ReplacementRefusal
  | 'not_signed_in'
  | 'payment_unavailable'
  | 'payment_processing'
  | 'already_paid';

const spareCards = 8;

/**
 * Opens the checkout. An order that cannot be reused is closed, and the retry creates another one. `confirmCaller` rejects unless the
 * caller proves who they are, which a new order that replaces a card's code or spends the balance requires.
 */
export async function openCheckout(
  deps: PaymentDeps,
  caller: Caller,
  purchase: Purchase,
  visitorAddress: string | null,
  confirmCaller: () => Promise<unknown>,
): Promise<Result<Checkout, CheckoutError>> {
  return retryUntilCommitted(async () => {
    const { member, customerId, account, open, lostCard, isChecked, pausedUntil } = await deps.store.checkouts.load(
      caller,
      purchase,
      deps.now,
    );
    if (!member) return err('not_signed_in');
    if (!isChecked) return err({ reason: 'payments_being_checked', retryAfterSeconds: secondsPerHour });
    if (pausedUntil > deps.now) return err({ reason: 'too_many_declined_cards', retryAfterSeconds: pausedUntil - deps.now });
    const plan = decideCheckout(purchase, member.role, account, deps.now);
    if (!plan.ok) return plan;
    if (plan.value.kind === 'renewal') return openRenewal(deps, plan.value.subscriptionId);
    const replaces = replacedCard(purchase);
    if (replaces !== null) {
      const replacement = decideReplacement(lostCard);
      if (!replacement.ok) return replacement;
      if (open?.order.replacesCard !== replaces) await confirmCaller();
    }
    const { price } = plan.value;
    // A member has one open order for one card, so an order for another purpose is closed.
    if (open && (open.order.expiresAt <= deps.now || open.order.replacesCard !== replaces)) {
      await closeOrder(deps, open.order);
      return 'stale';
    }
    const retryAfterSeconds = open ? undefined : await countNewOrder(deps, member.id);
    if (retryAfterSeconds !== undefined) return err({ reason: 'too_many_orders', retryAfterSeconds });
    const order = open ?? (await createOrder(deps, member.id, purchase, price));
    if (order === 'not_signed_in') return err(order);
    if (order.order.replacesCard !== replaces) return 'stale';
    const payable = await findPayable(deps, order.order, {
      member,
      customerId,
      purchase,
      description: price.description,
      visitorAddress,
      confirmCaller,
    });
    if (payable === 'stale' || !payable.ok) return payable;
    const { amountCents, quantity } = order.order;
    const { clientSecret, dueCents } = payable.value;
    return ok({ clientSecret, dueCents, description: price.description, quantity: quantity ?? 1, amountCents, own: order });
  });
}

async function openRenewal(deps: PaymentDeps, subscriptionId: string): Promise<Result<Checkout, CheckoutError>> {
  const { news, clientSecret } = await deps.provider.read('subscription', subscriptionId);
  if (clientSecret === null || news.kind !== 'membership' || !news.invoice) return err('payment_processing');
  return ok({
    clientSecret,
    description: `Renewal of your ${membershipName(news.subscription.tier)}, one year`,
    quantity: 1,
    amountCents: news.invoice.totalCents,
    dueCents: news.invoice.dueCents,
    own: undefined,
  });
}

interface Buyer {
  member: Member;
  customerId: string | null;
  purchase: Purchase;
  description: string;
  visitorAddress: string | null;
  confirmCaller: () => Promise<unknown>;
}

type Outcome = Result<PayableOrder, CheckoutError> | 'stale';

/**
 * Returns the data that the client needs to pay the order. If Stripe no longer accepts a payment for it, the order is reconciled and the
 * result is 'stale'.
 */
async function findPayable(deps: PaymentDeps, order: OrderRow, buyer: Buyer): Promise<Outcome> {
  const stripeObject = parseStripeObject(order);
  if (!stripeObject) return makePayable(deps, order, buyer);
  const open = await deps.provider.read(stripeObject.object, stripeObject.id);
  if (open.clientSecret !== null) return ok(toPayable(open));
  const reconcileResult = await reconcileOrder(deps, order);
  if (!reconcileResult?.ok) return err('payment_unavailable');
  const { reading, account } = reconcileResult.value;
  const reconciledOrder = account.orders.find(({ id }) => id === order.id);
  if (reconciledOrder?.status === 'paid') {
    await followUp(deps, reconcileResult.value);
    return err('already_paid');
  }
  if (reading?.clientSecret) return ok(toPayable(reading));
  return reconciledOrder?.status === 'open' ? err('payment_processing') : 'stale';
}

function toPayable({ clientSecret, news }: Reading): PayableOrder {
  if (news.kind === 'intent') return { clientSecret, dueCents: news.intent.amountCents };
  return { clientSecret, dueCents: news.kind === 'membership' ? (news.invoice?.dueCents ?? 0) : 0 };
}

async function makePayable(
  deps: PaymentDeps,
  order: OrderRow,
  { member, customerId, purchase, description, visitorAddress, confirmCaller }: Buyer,
): Promise<Outcome> {
  const { orderPayments } = deps.store;
  try {
    const customer = customerId ?? (await makeCustomer(deps, member, order));
    const payableOrder = orderToPay(order, { member, customerId: customer, description });
    const creditCents = purchase.kind === 'membership' ? await deps.provider.credit(customer) : 0;
    // A membership covered by the balance would start immediately, so it is only created after the member confirms it with a button.
    if (creditCents >= order.amountCents) return ok({ clientSecret: null, dueCents: 0 });
    // Creating a membership spends the balance. It returns only if the rest is not paid.
    if (creditCents > 0) await confirmCaller();
    const checkout =
      purchase.kind === 'membership'
        ? await deps.provider.openMembership({ ...payableOrder, tier: purchase.tier, visitorAddress })
        : await deps.provider.openCardPayment(payableOrder);
    // If nothing is due, there is no client secret. The retry then reloads the order, which is already paid.
    return (await orderPayments.attach(order, checkout)) && checkout.clientSecret !== null ? ok(checkout) : 'stale';
  } catch (error) {
    // Stripe may have created the object even if its response was lost; the retry uses the same idempotency key and finds it.
    if (!(error instanceof PaymentProviderError) || !error.hasResponse) throw error;
    await orderPayments.startNewAttempt(order);
    if (error.missing !== 'customer' || customerId === null) throw error;
    await orderPayments.forgetCustomer(member.id, customerId);
    return 'stale';
  }
}

export function orderToPay(
  { reference, attempt, kind, tier, quantity, amountCents, creditCents, createdAt: orderedAt }: OrderRow,
  { member, customerId, description }: { member: Member; customerId: string; description: string },
): OrderToPay {
  return {
    ...{ reference, attempt, kind, tier, quantity, amountCents, creditCents, orderedAt, description },
    ...{ userId: member.id, userCreatedAt: member.createdAt, customerId },
  };
}

async function makeCustomer(deps: PaymentDeps, member: Member, order: OrderRow): Promise<string> {
  const { id: userId, createdAt: userCreatedAt, email } = member;
  return deps.store.orderPayments.saveCustomer(userId, await deps.provider.customer({ userId, userCreatedAt, email, order }));
}

async function countNewOrder(deps: PaymentDeps, userId: number): Promise<number | undefined> {
  const limits = newOrderLimits(userId, deps.now);
  return secondsUntilAllowed(limits, await deps.store.counters.attempt(limits), deps.now);
}

/** Creates an order. Card ids are random; after a collision, the retry generates more spare ids. */
async function createOrder(deps: PaymentDeps, userId: number, purchase: Purchase, price: Price): Promise<OwnOrder | 'not_signed_in'> {
  const quantity = purchase.kind === 'cache_cards' ? purchase.quantity : 0;
  for (let cardCount = quantity + spareCards; cardCount <= 64_000; cardCount *= 4) {
    const order = await deps.store.checkouts.open(userId, purchase, price, quantity === 0 ? [] : drawCards(cardCount), deps.now);
    if (order) return order;
  }
  throw new Error('No unused card id found: the range is almost exhausted');
}
