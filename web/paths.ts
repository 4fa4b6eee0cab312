/** Addresses of the pages, built from the route table that Worker and page share. */
import { pagePatterns } from '#schema/routes.ts';

function withQuery(pattern: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size > 0 ? `${pattern}?${search}` : pattern;
}

export const paths = {
  home: pagePatterns.home,
  about: pagePatterns.about,
  /** What members say. */
  testimonials: `${pagePatterns.about}#testimonials`,
  howItWorks: pagePatterns.howItWorks,
  /** How to find cards, and how to place them. */
  tips: `${pagePatterns.howItWorks}#tips`,
  /** What tokens are traded in for. */
  destinations: `${pagePatterns.howItWorks}#destinations`,
  faq: pagePatterns.faq,
  contact: pagePatterns.contact,
  privacy: pagePatterns.privacy,
  terms: pagePatterns.terms,
  auth: pagePatterns.auth,
  forgotPassword: pagePatterns.forgotPassword,
  cacheCards: pagePatterns.cacheCards,
  /** Where a card that could not be found is reported. */
  reportCard: withQuery(pagePatterns.cacheCards, { report: 'missing' }),
  /** The page a card's QR code opens; `code` is the card's secret code, when it is known. */
  card: (cardId: string, code?: string) => withQuery(pagePatterns.card, { id: cardId, k: code }),
  dashboard: (tab?: string) => withQuery(pagePatterns.dashboard, { tab }),
  cacheCard: (cardId: string) => pagePatterns.cacheCard.replace(':cardId', encodeURIComponent(cardId)),
  treasureChests: pagePatterns.treasureChests,
  referrals: pagePatterns.referrals,
  certificates: pagePatterns.certificates,
  activateCertificate: (number: string) => pagePatterns.activateCertificate.replace(':number', encodeURIComponent(number)),
  /** `orderId` keeps the order through a refresh. */
  checkout: (type: 'membership' | 'cache-cards', id: string, orderId?: number, redirectStatus?: string) =>
    withQuery(pagePatterns.checkout.replace(':type', type).replace(':id', encodeURIComponent(id)), {
      order: orderId?.toString(),
      // Stripe's word for how it went at the bank.
      redirect_status: redirectStatus,
    }),
  account: (tab?: string) => withQuery(pagePatterns.account, { tab }),
  adminLogin: pagePatterns.adminLogin,
  adminDashboard: (tab?: string) => withQuery(pagePatterns.adminDashboard, { tab }),
  adminTestQr: pagePatterns.adminTestQr,
  adminTestCardApi: pagePatterns.adminTestCardApi,
  adminAccount: pagePatterns.adminAccount,
};
