/** Stored among Stripe's waiting events although it is not one: the part of a double payment that was paid from the member's balance. */
export const balanceWaits = 'balance_to_return';

/** Waiting rows that the job should retry. */
export const isEvent = `type <> '${balanceWaits}'`;
