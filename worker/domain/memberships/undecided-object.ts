import type { OrderMark } from '#worker/domain/orders/order-mark.ts';
import { orderDescription } from './description.ts';
import type { News } from './facts.ts';

export interface UndecidedObject {
  news: News;
  mark: OrderMark | null;
  customerId: string | null;
}

/**
 * Describes a payment or dispute that could not be matched to an order, for the administrator who assigns it. Includes the type, amount and
 * possible owner; contains only ids, no personal data.
 */
export function describeUndecided({ news, mark, customerId }: UndecidedObject): string {
  const parts = [
    mark?.origin ? orderDescription(mark.origin) : null,
    formatAmount(news),
    ...listIds(news),
    customerId && `customer ${customerId}`,
    mark && `order reference ${mark.reference}`,
    mark?.userId && `ordered by member ${mark.userId}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

export interface ObjectAmount {
  cents: number;
  currency: string;
}

/** Returns the amount of a payment or invoice; null for disputes and for subscriptions without an invoice. */
export function readAmount(news: News): ObjectAmount | null {
  const sum = chargedObject(news);
  return sum && { cents: 'amountCents' in sum ? sum.amountCents : sum.amountPaidCents, currency: sum.currency };
}

function chargedObject(news: News) {
  if (news.kind === 'dispute') return null;
  return news.kind === 'intent' ? news.intent : news.invoice;
}

function formatAmount(news: News): string | null {
  const amount = readAmount(news);
  return amount && `${(amount.cents / 100).toFixed(2)} ${amount.currency.toUpperCase()} (${chargedObject(news)?.status})`;
}

function listIds(news: News): string[] {
  if (news.kind === 'dispute') return [`dispute of ${news.paymentIntentId}`];
  if (news.kind === 'intent') return [news.intent.id];
  return [news.subscription.id, ...(news.invoice ? [news.invoice.id] : [])];
}
