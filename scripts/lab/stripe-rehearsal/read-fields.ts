/** Fields that the product reads, by `object` type; nothing else is recorded. Extend this when `worker/clients/stripe*.ts` reads more. */
export const readFields: Record<string, readonly string[]> = {
  list: ['data', 'has_more'],
  customer: ['id', 'deleted', 'invoice_settings'],
  price: ['id', 'lookup_key', 'unit_amount', 'currency', 'recurring', 'metadata'],
  coupon: ['id'],
  refund: ['id', 'status', 'created', 'payment_intent'],
  payment_intent: ['id', 'status', 'amount', 'amount_received', 'currency', 'customer', 'client_secret', 'metadata', 'latest_charge'],
  charge: ['id', 'created', 'amount_refunded', 'refunds', 'payment_intent', 'payment_method_details', 'receipt_url'],
  payment_method: ['id', 'card'],
  setup_intent: ['id', 'status', 'customer', 'payment_method', 'client_secret', 'metadata'],
  subscription: [
    ...['id', 'status', 'created', 'ended_at', 'cancel_at', 'cancel_at_period_end', 'customer', 'metadata'],
    ...['items', 'latest_invoice', 'default_payment_method'],
  ],
  subscription_item: ['current_period_start', 'current_period_end', 'price'],
  invoice: [
    ...['id', 'status', 'billing_reason', 'total', 'total_taxes', 'amount_paid', 'currency', 'status_transitions'],
    ...['period_start', 'period_end', 'lines', 'parent', 'payments', 'confirmation_secret', 'hosted_invoice_url'],
  ],
  line_item: ['period'],
  invoice_payment: ['status', 'payment', 'invoice'],
  dispute: ['id', 'status', 'payment_intent', 'created'],
};

/**
 * Fields that the product reads from objects without an `object` type, keyed by the name of the field that contains the object. A star
 * means all fields.
 */
export const readParts: Record<string, readonly string[] | '*'> = {
  metadata: '*',
  recurring: ['interval'],
  card: ['fingerprint', 'brand', 'last4', 'exp_month', 'exp_year'],
  invoice_settings: ['default_payment_method'],
  payment_method_details: ['card'],
  status_transitions: ['paid_at'],
  total_taxes: ['amount', 'tax_behavior'],
  period: ['start', 'end'],
  parent: ['subscription_details'],
  subscription_details: ['subscription', 'metadata'],
  payment: ['payment_intent'],
  confirmation_secret: ['client_secret'],
};

export const stateWords = new Set(['object', 'status', 'billing_reason', 'currency', 'interval', 'tax_behavior', 'lookup_key']);
