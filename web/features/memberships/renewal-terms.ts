/** Renewal terms, which must appear next to every button that starts a yearly renewal. */
import { renewalNoticeDays } from '#schema/rules.ts';
import { formatDollars } from '#web/lib/format.ts';

/** `priceCents` is the price of one year, without a first-year discount. */
export function renewalTerms(priceCents: number, { isFromBalance = false, isResumed = false } = {}): string {
  const price = formatDollars(priceCents / 100);
  const paymentSource = isFromBalance ? 'paid from your balance first, then by your card' : 'charged to your card';
  return `${isResumed ? 'If you resume, it renews' : 'Renews'} every year at ${price}, ${paymentSource}, until you cancel. Cancel anytime in Account, under Membership. We’ll email you ${renewalNoticeDays.before} days before each renewal.`;
}
