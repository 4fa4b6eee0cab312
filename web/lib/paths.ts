import { type RouteName, routeNames, routes } from '#schema/routes.ts';

function buildPath(name: RouteName, parameters: Record<string, string>, query: Record<string, string | undefined> = {}): string {
  const path = routes[name].path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(parameters[parameter] ?? ''));
  const searchParams = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) searchParams.set(key, value);
  // Compare with an empty string because some supported browsers lack `URLSearchParams.size`.
  return `${searchParams}` === '' ? path : `${path}?${searchParams}`;
}

const pages = Object.fromEntries(routeNames.map((name) => [name, routes[name].path])) as Record<RouteName, string>;

export const paths = {
  ...pages,
  testimonials: `${pages.about}#testimonials`,
  tips: `${pages.howItWorks}#tips`,
  destinations: `${pages.howItWorks}#destinations`,
  reportCard: buildPath('cacheCards', {}, { report: 'missing' }),
  /** URL in the card's QR code. `code` is the card's secret code, if known. */
  card: (cardId: string, code?: string) => buildPath('card', {}, { id: cardId, k: code }),
  dashboard: (tab?: string) => buildPath('dashboard', {}, { tab }),
  cacheCard: (cardId: string) => buildPath('cacheCard', { cardId }),
  activateCertificate: (number: string) => buildPath('activateCertificate', { number }),
  /**
   * `orderId` lets a reload reopen the same order. `redirectStatus` is the result of the bank's authentication step (3D Secure). Stripe
   * adds it to the return URL.
   */
  checkout: (type: 'membership' | 'cache-cards', id: string, orderId?: number, redirectStatus?: string) =>
    buildPath('checkout', { type, id }, { order: orderId?.toString(), redirect_status: redirectStatus }),
  account: (tab?: string) => buildPath('account', {}, { tab }),
  adminDashboard: (tab?: string) => buildPath('adminDashboard', {}, { tab }),
};
