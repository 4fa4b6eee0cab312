/** Stored among Stripe's waiting events, but not one: the part of a double payment that the member's balance paid. */
export const balanceWaits = 'balance_to_return';

/** Waiting rows that the job should retry. */
export const isEvent = `type <> '${balanceWaits}'`;
