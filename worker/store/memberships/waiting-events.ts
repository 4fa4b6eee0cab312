/** What stands among Stripe's events that wait, and is none: the part of a double payment that the member's balance paid. */
export const balanceWaits = 'balance_to_return';

/** Of those that wait, which are the job's to try again. */
export const isEvent = `type <> '${balanceWaits}'`;
