/** Places in the dashboard that others lead to. */
import type { SearchResult } from '#schema/admin/search.ts';
import { paths } from '#web/lib/paths.ts';

/** All that is known of a member. */
export function memberAddress(id: number | string): string {
  return `${paths.adminDashboard('users')}&user=${encodeURIComponent(id)}`;
}

/** All that is known of a card. */
export function cardAddress(cardId: string): string {
  return `${paths.adminDashboard('cards')}&card=${cardId}`;
}

/** All that is known of an order. */
export function orderAddress(id: number): string {
  return `${paths.adminDashboard('orders')}&order=${id}`;
}

/** A message with all that followed. */
export function messageAddress(id: number | string): string {
  return `${paths.adminDashboard('messages')}&message=${id}`;
}

/** A certificate in the list of all. */
export function certificateAddress(number: string): string {
  return `${paths.adminDashboard('certificates')}&q=${encodeURIComponent(number)}`;
}

/** What a search has found, where its tab shows it. */
export function foundAddress({ kind, id, name }: SearchResult): string {
  const at = (tab: string, query: Record<string, string>) => `${paths.adminDashboard(tab)}&${new URLSearchParams(query)}`;
  switch (kind) {
    case 'member':
      return memberAddress(id);
    case 'card':
      return cardAddress(id);
    case 'order':
      return at('orders', { order: id });
    case 'certificate':
      return at('certificates', { certificate: id });
    case 'claim':
      return at('claims', { claim: id });
    case 'message':
      return at('messages', { message: id });
    case 'payment':
      return at('payouts', { view: 'paid', payment: id });
    case 'run':
      // A line of it is searched for there.
      return at('payouts', { view: 'runs', run: id, ...(name !== null && { q: name }) });
    case 'event':
      return paths.adminDashboard('system');
  }
}

/** A certificate's review. */
export function reviewAddress(id: number): string {
  return `${paths.adminDashboard('reviews')}&review=${id}`;
}

/** The review that the dashboard's address names. */
export function reviewInAddress(search: URLSearchParams): number | null {
  const id = search.get('review') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}
