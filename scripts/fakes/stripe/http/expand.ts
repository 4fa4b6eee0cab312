/** Handles `expand[]`: replaces ids with the related objects, and adds fields that Stripe returns only on request. */
import type { Account } from '#scripts/fakes/stripe/account.ts';
import { findIntent, listPayments } from '#scripts/fakes/stripe/billing/invoices.ts';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';
import type { Kind, WireObject } from '#scripts/fakes/stripe/http/shapes.ts';

type Expansion = Kind | ((account: Account, id: string) => unknown);

const expandable: Partial<Record<string, Record<string, Expansion>>> = {
  customer: {
    test_clock: 'test_helpers.test_clock',
    tax: (account, id) => account.store.find('customer', id)?.tax,
    'invoice_settings.default_payment_method': 'payment_method',
    subscriptions: (account, id) =>
      createList(
        account.store.all('subscription').filter((subscription) => subscription.customer === id && subscription.ended_at === null),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  product: { default_price: 'price' },
  price: { product: 'product' },
  discount: { customer: 'customer', 'source.coupon': 'coupon' },
  payment_method: { customer: 'customer' },
  payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
  charge: {
    customer: 'customer',
    payment_intent: 'payment_intent',
    refunds: (account, id) =>
      createList(
        account.store.all('refund').filter((refund) => refund.charge === id),
        `/v1/charges/${id}/refunds`,
      ),
  },
  refund: {
    balance_transaction: 'balance_transaction',
    charge: 'charge',
    customer: 'customer',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
  },
  balance_transaction: {
    source: ({ store }, id) => {
      const { source } = store.get('balance_transaction', id);
      return structuredClone(store.find('charge', source) ?? store.find('refund', source) ?? store.find('dispute', source) ?? source);
    },
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  subscription: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    discounts: 'discount',
    latest_invoice: 'invoice',
    test_clock: 'test_helpers.test_clock',
  },
  subscription_item: { 'price.product': 'product' },
  invoice: {
    customer: 'customer',
    discounts: 'discount',
    'parent.subscription_details.subscription': 'subscription',
    test_clock: 'test_helpers.test_clock',
    payments: (account, id) => createList(listPayments(account, account.store.get('invoice', id)), `/v1/invoice_payments?invoice=${id}`),
    confirmation_secret: (account, id) => {
      const intent = findIntent(account, account.store.get('invoice', id));
      return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
    },
  },
  invoice_payment: { invoice: 'invoice', 'payment.payment_intent': 'payment_intent' },
};

function createList(objects: object[], url: string) {
  return { object: 'list', data: structuredClone(objects), has_more: false, url };
}

export function expandResponse(account: Account, response: WireObject, paths: string[]): WireObject {
  const copy = structuredClone(response);
  for (const path of paths) expandPath(account, copy, path.split('.'), path);
  return copy;
}

function expandPath(account: Account, node: WireObject, segments: string[], path: string): void {
  if (node.object === 'list') {
    expandList(account, node, segments, path);
    return;
  }
  const fields = expandable[node.object] ?? {};
  const wildcardIndex = segments.findIndex((_, index) => segments.slice(0, index + 1).join('.') in fields);
  if (wildcardIndex >= 0) {
    const name = segments.slice(0, wildcardIndex + 1).join('.');
    const parentNode = walk(node, segments.slice(0, wildcardIndex));
    const key = segments[wildcardIndex] ?? '';
    const expansion = fields[name];
    if (!parentNode || !expansion) return;
    parentNode[key] = expandField(account, node, parentNode[key], expansion);
    descend(account, parentNode[key], segments.slice(wildcardIndex + 1), path);
    return;
  }
  const [first = '', ...rest] = segments;
  if (!isObject(node[first]) || rest.length === 0) throw badRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  descend(account, node[first], rest, path);
}

function expandList(account: Account, list: WireObject, [first, ...rest]: string[], path: string): void {
  if (first !== 'data' || rest.length === 0) {
    throw badRequest(`This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' instead.`, {
      param: 'expand',
    });
  }
  descend(account, list.data, rest, path);
}

function expandField(account: Account, node: WireObject, value: unknown, expansion: Expansion): unknown {
  if (typeof expansion === 'function') return isObject(value) ? value : expansion(account, String(node.id));
  const find = (id: unknown) => (typeof id === 'string' ? structuredClone(account.store.find(expansion, id) ?? id) : id);
  return Array.isArray(value) ? value.map(find) : find(value);
}

function descend(account: Account, value: unknown, segments: string[], path: string): void {
  if (segments.length === 0) return;
  if (Array.isArray(value)) for (const element of value) descend(account, element, segments, path);
  else if (isObject(value)) expandPath(account, value as WireObject, segments, path);
}

function walk(node: Record<string, unknown>, names: string[]): Record<string, unknown> | undefined {
  let at: unknown = node;
  for (const name of names) at = isObject(at) ? at[name] : undefined;
  return isObject(at) ? at : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
