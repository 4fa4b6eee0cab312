import type { SearchResult } from '#schema/admin/search.ts';
import { paths } from '#web/lib/paths.ts';

export function memberAddress(id: number | string): string {
  return `${paths.adminDashboard('users')}&user=${encodeURIComponent(id)}`;
}

export function cardAddress(cardId: string): string {
  return `${paths.adminDashboard('cards')}&card=${cardId}`;
}

export function orderAddress(id: number): string {
  return `${paths.adminDashboard('orders')}&order=${id}`;
}

export function messageAddress(id: number | string): string {
  return `${paths.adminDashboard('messages')}&message=${id}`;
}

export function certificateAddress(number: string): string {
  return `${paths.adminDashboard('certificates')}&q=${encodeURIComponent(number)}`;
}

export function foundAddress({ kind, id, name }: SearchResult): string {
  const getTabAddress = (tab: string, query: Record<string, string>) => `${paths.adminDashboard(tab)}&${new URLSearchParams(query)}`;
  switch (kind) {
    case 'member':
      return memberAddress(id);
    case 'card':
      return cardAddress(id);
    case 'order':
      return getTabAddress('orders', { order: id });
    case 'certificate':
      return getTabAddress('certificates', { certificate: id });
    case 'claim':
      return getTabAddress('claims', { claim: id });
    case 'message':
      return getTabAddress('messages', { message: id });
    case 'payment':
      return getTabAddress('payouts', { view: 'paid', payment: id });
    case 'run':
      return getTabAddress('payouts', { view: 'runs', run: id, ...(name !== null && { q: name }) });
    case 'event':
      return paths.adminDashboard('system');
  }
}

export function reviewAddress(id: number): string {
  return `${paths.adminDashboard('reviews')}&review=${id}`;
}

export function reviewInAddress(search: URLSearchParams): number | null {
  const id = search.get('review') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}
