/**
 * Event type of a row that is stored with Stripe's pending events, but was not sent by Stripe. It records the part of a duplicate payment
 * that was paid from the member's balance and must be returned.
 */
export const balanceEventType = 'balance_to_return';

/**
 * Event type of a row that is stored with Stripe's pending events, but was not sent by Stripe. It records the amount of a failed refund,
 * which must be paid to the member outside Stripe.
 */
export const failedRefundEventType = 'refund_to_pay';

/** SQL condition: the row is a Stripe event rather than an amount that an administrator must return or pay. */
export const isEvent = `type NOT IN ('${balanceEventType}', '${failedRefundEventType}')`;
