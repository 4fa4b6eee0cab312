import type { SearchResult } from '#schema/admin/search.ts';
import { paths } from '#web/lib/paths.ts';

export function memberUrl(id: number | string): string {
  return `${paths.adminDashboard('users')}&user=${encodeURIComponent(id)}`;
}

export function cardUrl(cardId: string): string {
  return `${paths.adminDashboard('cards')}&card=${cardId}`;
}

export function orderUrl(id: number): string {
  return `${paths.adminDashboard('orders')}&order=${id}`;
}

export function claimUrl(id: number | string): string {
  return `${paths.adminDashboard('claims')}&claim=${id}`;
}

export function messageUrl(id: number | string): string {
  return `${paths.adminDashboard('messages')}&message=${id}`;
}

export function payoutRunUrl(id: number): string {
  return `${paths.adminDashboard('payouts')}&view=runs&run=${id}`;
}

export const payeesWithoutAddressUrl = `${paths.adminDashboard('payouts')}&view=due&address=none`;

export function auditUrl(filter: 'user' | 'admin' | 'run', id: number | string): string {
  return `${paths.adminDashboard('audit')}&${filter}=${id}`;
}

export function certificateIdUrl(id: number): string {
  return `${paths.adminDashboard('certificates')}&certificate=${id}`;
}

export function certificateUrl(number: string): string {
  return `${paths.adminDashboard('certificates')}&q=${encodeURIComponent(number)}`;
}

export function searchResultUrl({ kind, id, name }: SearchResult): string {
  const getTabUrl = (tab: string, query: Record<string, string>) => `${paths.adminDashboard(tab)}&${new URLSearchParams(query)}`;
  switch (kind) {
    case 'member':
      return memberUrl(id);
    case 'card':
      return cardUrl(id);
    case 'order':
      return getTabUrl('orders', { order: id });
    case 'certificate':
      return getTabUrl('certificates', { certificate: id });
    case 'claim':
      return claimUrl(id);
    case 'message':
      return getTabUrl('messages', { message: id });
    case 'payment':
      return getTabUrl('payouts', { view: 'paid', payment: id });
    case 'run':
      return getTabUrl('payouts', { view: 'runs', run: id, ...(name !== null && { q: name }) });
    case 'dispute':
      return getTabUrl('orders', { view: 'disputes', dispute: id });
    case 'event':
      return paths.adminDashboard('system');
  }
}

export function reviewUrl(id: number): string {
  return `${paths.adminDashboard('reviews')}&review=${id}`;
}

/** Returns the id of the row that the URL opens as a page of its own; null if the URL opens a list. */
export function getOpenId(search: URLSearchParams, parameter: 'review' | 'user'): number | null {
  const id = search.get(parameter) ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}
