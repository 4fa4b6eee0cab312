/** What an attack costs: money at the counter, and time. */
import { cardPriceCents, membershipPriceCents, type Tier } from '#schema/rules.ts';

/**
 * Minutes that an act takes. All are low guesses, in favour of the attacker; nothing is charged for mailboxes, network
 * addresses, fuel and machines.
 */
export const minutesFor = {
  /** A new mailbox or alias, the form, the link in the mail, signing in to it later. */
  accountByHand: 4,
  /** The same where a script does it: buying the mailbox, and the ones that fail. */
  accountByScript: 0.5,
  /** To write a script that joins, scans and redeems from many addresses: two working days. */
  scriptItself: 16 * 60,
  /** To see each week that it still runs. */
  weekOfScript: 30,
  /** A code on a screen or sheet, held before a phone. */
  scanByHand: 0.07,
  /** To sign out of one account and in to the next. */
  accountSwitch: 1,
  /** The same from a picture that somebody posted. */
  scanFromPhoto: 0.3,
  /** To activate a certificate, and to hand the stay on to somebody who pays for it. */
  certificateUsed: 5,
  /** To print, cut and laminate one card. */
  printing: 1,
  /** To drive to the next place and hide a card, along a road; a power trail goes faster, a town slower. */
  hiding: 6,
  /** To drive to the next card and find it. */
  visiting: 8,
  /** To take a picture of a code and post it to the others. */
  sharingPhoto: 1,
  /** To write to the bank and answer its questions; a card of one's own for each payment is part of it. */
  dispute: 45,
} as const;

/** Of the money that is disputed so much comes back: shops win a part of such disputes, with the log of what was used. */
export const disputedMoneyBack = 0.6;

export interface Bill {
  cents: number;
  minutes: number;
}

export const noBill = (): Bill => ({ cents: 0, minutes: 0 });

export function chargeMembership(bill: Bill, tier: Tier): void {
  bill.cents += membershipPriceCents[tier];
}

export function chargeCards(bill: Bill, quantity: number): void {
  bill.cents += quantity * cardPriceCents;
}

export function chargeTime(bill: Bill, act: Exclude<keyof typeof minutesFor, 'certificateUsed'>, times = 1): void {
  bill.minutes += minutesFor[act] * times;
}

export function chargeScript(bill: Bill, weeks: number): void {
  chargeTime(bill, 'scriptItself');
  chargeTime(bill, 'weekOfScript', weeks);
}

/** What the attack costs until its certificates are redeemed. */
export function totalCents({ cents, minutes }: Bill, hourCents: number): number {
  return cents + (minutes / 60) * hourCents;
}
