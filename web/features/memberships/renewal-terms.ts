import { select, t } from '@lingui/core/macro';
/** Renewal terms, which must appear next to every button that starts a yearly renewal. */
import { renewalNoticeDays } from '#schema/rules.ts';
import { formatDollars } from '#web/lib/format.ts';

/** `priceCents` is the price of one year, without a first-year discount. */
export function renewalTerms(priceCents: number, { isFromBalance = false, isResumed = false } = {}): string {
  const price = formatDollars(priceCents / 100);
  const source = isFromBalance ? 'balance' : 'card';
  const terms = isResumed
    ? t`If you resume, it renews every year at ${price}, ${select(source, { balance: 'paid from your balance first, then by your card', other: 'charged to your card' })}, until you cancel.`
    : t`Renews every year at ${price}, ${select(source, { balance: 'paid from your balance first, then by your card', other: 'charged to your card' })}, until you cancel.`;
  return `${terms} ${t`Cancel anytime in Account, under Membership. We’ll email you ${renewalNoticeDays.before} days before each renewal.`}`;
}
