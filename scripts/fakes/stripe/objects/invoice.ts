import type {
  StoredCustomer,
  StoredInvoice,
  StoredInvoiceLine,
  StoredInvoicePayment,
  StoredSubscription,
} from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';
import { getItem } from '#scripts/fakes/stripe/objects/subscription.ts';

interface Input {
  id?: string;
  customer: StoredCustomer;
  subscription: StoredSubscription;
  billingReason: 'subscription_create' | 'subscription_cycle';
  period: { start: number; end: number };
  /** Amount of each discount, in cents. */
  discounts: { discount: string; amount: number }[];
  productName: string;
}

export function makeInvoice(input: Input, now: number): StoredInvoice {
  const id = input.id ?? createId('in');
  const { customer, subscription } = input;
  const item = getItem(subscription);
  const subtotal = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  const total = Math.max(0, subtotal - input.discounts.reduce((sum, { amount }) => sum + amount, 0));
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Cache Cards',
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: automaticTax(subscription.automatic_tax.enabled),
    billing_reason: input.billingReason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    description: subscription.description,
    discounts: input.discounts.map(({ discount }) => discount),
    issuer: { type: 'self' },
    lines: { object: 'list', data: [makeLine(id, input, subtotal)], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
    // As in Stripe, the invoice's own period is the previous billing period. Its lines contain the period being paid for.
    period_end: input.period.start,
    period_start: input.billingReason === 'subscription_create' ? input.period.start : item.current_period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: customer.test_clock ?? null,
    total,
    total_discount_amounts: input.discounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: input.discounts.map(({ discount, amount }) => ({ amount, discount, type: 'discount' })),
    total_taxes: [],
    ...createNulls('account_tax_ids', 'application', 'automatically_finalizes_at', 'custom_fields', 'customer_account'),
    ...createNulls('default_payment_method', 'default_source', 'due_date', 'effective_at', 'ending_balance', 'footer', 'from_invoice'),
    ...createNulls('hosted_invoice_url', 'invoice_pdf', 'last_finalization_error', 'latest_revision', 'next_payment_attempt', 'number'),
    ...createNulls('on_behalf_of', 'receipt_number', 'rendering', 'shipping_cost', 'shipping_details', 'statement_descriptor'),
    ...createNulls('webhooks_delivered_at'),
  };
}

/** Returns the `automatic_tax` field of an invoice. No tax is added: prices include tax, and the fake has no tax rates. */
function automaticTax(enabled: boolean): StoredInvoice['automatic_tax'] {
  const automaticTaxData = { liability: { type: 'self' }, provider: 'stripe', status: 'complete' } as const;
  return { disabled_reason: null, enabled, ...(enabled ? automaticTaxData : { liability: null, provider: null, status: null }) };
}

function makeLine(invoice: string, input: Input, subtotal: number): StoredInvoiceLine {
  const item = getItem(input.subscription);
  const { price } = item;
  return {
    id: createId('il'),
    object: 'line_item',
    amount: subtotal,
    currency: price.currency,
    description: `${item.quantity ?? 1} × ${input.productName} (at $${((price.unit_amount ?? 0) / 100).toFixed(2)} / year)`,
    discount_amounts: input.discounts,
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: input.subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: input.subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: input.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: input.subscription.id,
    subtotal,
    taxes: [],
  };
}

export function makeInvoicePayment(
  invoice: StoredInvoice,
  paymentIntent: string,
  now: number,
  id = createId('inpay'),
): StoredInvoicePayment {
  return {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
