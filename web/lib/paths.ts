/** Addresses within the site: each page's own, and those that lead to something on it. */
import { type RouteName, routeNames, routes } from '#schema/routes.ts';

/** A page's address with its parameters filled in, and a query of what is given of it. */
function addressOf(name: RouteName, parameters: Record<string, string>, query: Record<string, string | undefined> = {}): string {
  const path = routes[name].path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(parameters[parameter] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  return search.size > 0 ? `${path}?${search}` : path;
}

const pages = Object.fromEntries(routeNames.map((name) => [name, routes[name].path])) as Record<RouteName, string>;

export const paths = {
  ...pages,
  /** What members say. */
  testimonials: `${pages.about}#testimonials`,
  /** How to find cards, and how to place them. */
  tips: `${pages.howItWorks}#tips`,
  /** What tokens are traded in for. */
  destinations: `${pages.howItWorks}#destinations`,
  /** Where a card that could not be found is reported. */
  reportCard: addressOf('cacheCards', {}, { report: 'missing' }),
  /** The page a card's QR code opens; `code` is the card's secret code, when it is known. */
  card: (cardId: string, code?: string) => addressOf('card', {}, { id: cardId, k: code }),
  dashboard: (tab?: string) => addressOf('dashboard', {}, { tab }),
  cacheCard: (cardId: string) => addressOf('cacheCard', { cardId }),
  activateCertificate: (number: string) => addressOf('activateCertificate', { number }),
  /** `orderId` keeps the order through a refresh; `redirectStatus` is Stripe's word for how it went at the bank. */
  checkout: (type: 'membership' | 'cache-cards', id: string, orderId?: number, redirectStatus?: string) =>
    addressOf('checkout', { type, id }, { order: orderId?.toString(), redirect_status: redirectStatus }),
  account: (tab?: string) => addressOf('account', {}, { tab }),
  adminDashboard: (tab?: string) => addressOf('adminDashboard', {}, { tab }),
};
