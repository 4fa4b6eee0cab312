/** Places in the dashboard that others lead to. */
import { paths } from '#web/lib/paths.ts';

/** All that is known of a member. */
export function memberAddress(id: number | string): string {
  return `${paths.adminDashboard('users')}&user=${encodeURIComponent(id)}`;
}

/** All that is known of a card. */
export function cardAddress(cardId: string): string {
  return `${paths.adminDashboard('cards')}&card=${cardId}`;
}

/** A certificate in the list of all. */
export function certificateAddress(number: string): string {
  return `${paths.adminDashboard('certificates')}&q=${encodeURIComponent(number)}`;
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
