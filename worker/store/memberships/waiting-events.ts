/**
 * Event type of a row stored with Stripe's pending events, although Stripe did not send it: the part of a double payment that was paid from
 * the member's balance.
 */
export const balanceWaits = 'balance_to_return';

/** SQL condition for pending rows that the job should retry. */
export const isEvent = `type <> '${balanceWaits}'`;
