import type { OrderMark } from '#worker/domain/orders/order-mark.ts';
import { orderDescription } from './description.ts';
import type { News } from './facts.ts';

export interface UndecidedObject {
  news: News;
  mark: OrderMark | null;
  customerId: string | null;
}

/**
 * Describes a payment or dispute that cannot be assigned to an order, so that an administrator can: its type, amount and possible owner.
 * Contains only ids, no personal data.
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

function formatAmount(news: News): string | null {
  if (news.kind === 'dispute') return null;
  const sum = news.kind === 'intent' ? news.intent : news.invoice;
  if (!sum) return null;
  const cents = 'amountCents' in sum ? sum.amountCents : sum.amountPaidCents;
  return `${(cents / 100).toFixed(2)} ${sum.currency.toUpperCase()} (${sum.status})`;
}

function listIds(news: News): string[] {
  if (news.kind === 'dispute') return [`dispute of ${news.paymentIntentId}`];
  if (news.kind === 'intent') return [news.intent.id];
  return [news.subscription.id, ...(news.invoice ? [news.invoice.id] : [])];
}
