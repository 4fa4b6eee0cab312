/** Writes the demo members' paid subscriptions to the state file. The fake must not be running. */
import type { PaidTier } from '#schema/orders/order.ts';
import { currency, membershipPriceCents } from '#schema/rules.ts';
import type { Account } from '#scripts/fakes/stripe/account.ts';
import { findIntent } from '#scripts/fakes/stripe/billing/invoices.ts';
import { attemptPayment } from '#scripts/fakes/stripe/billing/payments.ts';
import { catchUp } from '#scripts/fakes/stripe/billing/renewals.ts';
import { subscribe } from '#scripts/fakes/stripe/billing/subscriptions.ts';
import { readCard } from '#scripts/fakes/stripe/cards.ts';
import { makeClock } from '#scripts/fakes/stripe/clock.ts';
import type { Kind, StoredInvoice, StoredPrice } from '#scripts/fakes/stripe/http/shapes.ts';
import { makePrice, makeProduct, yearly } from '#scripts/fakes/stripe/objects/catalogue.ts';
import { makeCustomer } from '#scripts/fakes/stripe/objects/customer.ts';
import { makePaymentMethod } from '#scripts/fakes/stripe/objects/payment-method.ts';
import { openAccount } from '#scripts/fakes/stripe/open-account.ts';
import { saveState } from '#scripts/fakes/stripe/state.ts';
import { Store } from '#scripts/fakes/stripe/store.ts';
import { appMetadata, memberships, taxBehavior } from '#scripts/stripe-setup.ts';
import { memberMark, type OrderOrigin, orderMark } from '#worker/domain/orders/order-mark.ts';

export interface DemoSubscriber {
  customerId: string;
  subscriptionId: string;
  email: string;
  name: string;
  tier: PaidTier;
  userId: number;
  userCreatedAt: number;
  orderId: number;
  reference: string;
  /** Time of the first payment, in Unix seconds. The subscription has renewed every year since then. */
  startedAt: number;
}

export interface DemoPayment {
  invoiceId: string;
  paymentIntentId: string;
  amountCents: number;
  paidAt: number;
  periodStart: number;
  periodEnd: number;
  cardFingerprint: string;
}

const emptyKeys = { secretKey: '', publishableKey: '', webhookSecret: '' };
/** Placeholder URL that the fake replaces with its own when it starts. */
const placeholderOrigin = 'http://localhost:0';

/**
 * Adds missing subscriptions to the state file and returns each member's payments, oldest first, in the order of `members`.
 * @param now Unix seconds
 */
export function ensureDemoMembers(stateFile: string, members: DemoSubscriber[], now: number): DemoPayment[][] {
  const account = openAccount(emptyKeys, placeholderOrigin, stateFile);
  for (const member of members) {
    if (!account.store.find('subscription', member.subscriptionId)) addMember(account, member, now);
  }
  saveState(stateFile, account);
  return members.map((member) => listMemberPayments(account, member.subscriptionId));
}

/** Simulates several years of a member's history in a separate account, then copies it with deterministic ids. */
function addMember({ store }: Account, member: DemoSubscriber, now: number): void {
  const price = ensurePrice(store, member.tier, now);
  const historicalAccount: Account = { ...openAccount(emptyKeys, placeholderOrigin), store: new Store() };
  historicalAccount.clock = makeClock(historicalAccount.store, 0, () => now);
  historicalAccount.store.add('price', structuredClone(price));
  historicalAccount.store.add('product', structuredClone(store.get('product', String(price.product))));
  historicalAccount.clock.runAt(null, member.startedAt, () => startSubscription(historicalAccount, member, price.id));
  catchUp(historicalAccount, null, now);

  const names = new Map<string, string>();
  const idSuffix = member.subscriptionId.replace(/^sub_/, '');
  for (const kind of copiedKinds) {
    for (const [index, object] of historicalAccount.store.all(kind).entries()) {
      if (kind !== 'customer') names.set(object.id, createCopyId(kind, object.id, idSuffix, index + 1, member));
    }
  }
  for (const kind of copiedKinds) copyObjects(kind, historicalAccount.store, store, names);
}

const copiedKinds = ['customer', 'payment_method', 'subscription', 'invoice', 'invoice_payment', 'payment_intent', 'charge'] as const;

function createCopyId(kind: Kind, id: string, idSuffix: string, number: number, member: DemoSubscriber): string {
  if (kind === 'subscription') return member.subscriptionId;
  return `${id.slice(0, id.indexOf('_'))}_${idSuffix}_${number}`;
}

function copyObjects<K extends Kind>(kind: K, from: Store, to: Store, names: Map<string, string>): void {
  for (const object of from.all(kind)) {
    let text = JSON.stringify(object);
    for (const [random, name] of names) text = text.replaceAll(random, name);
    to.add(kind, JSON.parse(text));
  }
}

function startSubscription(account: Account, member: DemoSubscriber, price: string): void {
  const { store } = account;
  const { email, name } = member;
  const origin: OrderOrigin = {
    ...{ userId: member.userId, userCreatedAt: member.userCreatedAt, kind: 'membership', tier: member.tier, quantity: null },
    ...{ amountCents: membershipPriceCents[member.tier], creditCents: 0, orderedAt: member.startedAt },
  };
  store.add('customer', makeCustomer({ id: member.customerId, email, name, metadata: memberMark(origin) }, member.startedAt));
  const subscription = subscribe(account, {
    customer: member.customerId,
    price,
    quantity: 1,
    coupon: undefined,
    defaultPaymentMethod: null,
    description: null,
    metadata: orderMark({ ...origin, reference: member.reference, attempt: 1 }),
    savesPaymentMethod: true,
  });
  const expYear = String(new Date(member.startedAt * 1_000).getUTCFullYear() + 10);
  const card = readCard({ number: '4242424242424242', exp_month: '12', exp_year: expYear, cvc: '123' }, member.startedAt);
  const method = store.add('payment_method', makePaymentMethod(card, { email, name }, member.startedAt));
  const intent = findIntent(account, store.get('invoice', subscription.latest_invoice ?? ''));
  if (intent) attemptPayment(account, intent, method, { onSession: true });
}

/** Creates the product and price as `setUpStripe` would, so that `setUpStripe` finds them later. */
function ensurePrice(store: Store, tier: PaidTier, now: number): StoredPrice {
  const membership = memberships.find((candidate) => candidate.tier === tier);
  if (!membership) throw new Error(`Unknown membership ${tier}.`);
  const { productId, productName, lookupKey, amountCents } = membership;
  const existingPrice = store.all('price').find((price) => price.lookup_key === lookupKey && price.active);
  if (existingPrice) return existingPrice;
  const metadata = { ...appMetadata, tier };
  if (!store.find('product', productId)) store.add('product', makeProduct({ id: productId, name: productName, metadata }, now));
  const priceInput = { product: productId, currency, unit_amount: amountCents, recurring: yearly, lookup_key: lookupKey, metadata };
  return store.add('price', makePrice({ ...priceInput, tax_behavior: taxBehavior }, now));
}

function listMemberPayments(account: Account, subscriptionId: string): DemoPayment[] {
  const isPaid = (invoice: StoredInvoice) =>
    invoice.status === 'paid' && invoice.parent?.subscription_details?.subscription === subscriptionId;
  return account.store
    .all('invoice')
    .filter(isPaid)
    .map((invoice) => {
      const intent = findIntent(account, invoice);
      const charge = account.store.find('charge', intent?.latest_charge);
      const period = invoice.lines.data[0]?.period;
      return {
        invoiceId: invoice.id,
        paymentIntentId: intent?.id ?? '',
        amountCents: invoice.amount_paid,
        paidAt: invoice.status_transitions.paid_at ?? invoice.created,
        periodStart: period?.start ?? invoice.period_start,
        periodEnd: period?.end ?? invoice.period_end,
        cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? '',
      };
    });
}
