import { cardPriceCents, membershipPriceCents, type Tier } from '#schema/rules.ts';

/**
 * Minutes of work per action. All estimates are on the low side, in the attacker's favor. Mailboxes, network addresses, fuel and machines
 * are assumed to be free.
 */
export const minutesFor = {
  /** Minutes to create an account by hand, including a new mailbox or alias, the form, the emailed link and a later sign-in. */
  accountByHand: 4,
  /** Minutes to create an account by script, including buying the mailbox and failed attempts. */
  accountByScript: 0.5,
  /** Minutes to write a script that signs up, scans and redeems from many addresses: two working days. */
  scriptItself: 16 * 60,
  weekOfScript: 30,
  scanByHand: 0.07,
  accountSwitch: 1,
  scanFromPhoto: 0.3,
  certificateUsed: 5,
  printing: 1,
  /** Minutes to drive to the next location and hide a card. Faster on a power trail, slower in a town. */
  hiding: 6,
  visiting: 8,
  sharingPhoto: 1,
  /** Minutes to deal with the bank, including getting a separate bank card for each payment. */
  dispute: 45,
} as const;

/** Share of disputed money that the attacker recovers. Merchants win some disputes by submitting usage logs. */
export const disputedMoneyBack = 0.6;

export interface Bill {
  cents: number;
  minutes: number;
  visits: number;
  memberships: number;
}

export const noBill = (): Bill => ({ cents: 0, minutes: 0, visits: 0, memberships: 0 });

export function chargeMembership(bill: Bill, tier: Tier): void {
  bill.cents += membershipPriceCents[tier];
  bill.memberships += 1;
}

export function chargeCards(bill: Bill, quantity: number): void {
  bill.cents += quantity * cardPriceCents;
}

export function chargeTime(bill: Bill, act: Exclude<keyof typeof minutesFor, 'certificateUsed'>, times = 1): void {
  bill.minutes += minutesFor[act] * times;
  if (act === 'visiting') bill.visits += times;
}

export function chargeScript(bill: Bill, weeks: number): void {
  chargeTime(bill, 'scriptItself');
  chargeTime(bill, 'weekOfScript', weeks);
}

export function totalCents({ cents, minutes }: Pick<Bill, 'cents' | 'minutes'>, hourCents: number): number {
  return cents + (minutes / 60) * hourCents;
}
