import { type MemberRouteName, type PrerenderedName, type RouteName, siteTitle } from '#schema/routes.ts';
import { paths } from '#web/lib/paths.ts';
import { addressOf, getLanguage, i18n } from '#web/lib/words/words.ts';
import { faqData } from '#web/prerender/faq-data.ts';
import { originPlaceholder } from '#web/prerender/origin-placeholder.ts';

export interface PrerenderedPage {
  /** Source file of the page's component, used to find its chunks. */
  module: string;
  /** Returns structured data in JSON-LD (schema.org), in the language of the page. */
  data?: () => object;
}

/** JSON-LD about the site and the organization, for the home page only. */
const siteData = () => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${originPlaceholder}/#organization`,
      name: 'Cache Cards',
      url: `${originPlaceholder}/`,
      logo: `${originPlaceholder}/icons/icon-512.png`,
      foundingDate: '2023',
    },
    {
      '@type': 'WebSite',
      '@id': `${originPlaceholder}${addressOf(paths.home)}#website`,
      name: i18n._(siteTitle),
      alternateName: 'Cache Cards',
      url: `${originPlaceholder}${addressOf(paths.home)}`,
      inLanguage: getLanguage(),
      publisher: { '@id': `${originPlaceholder}/#organization` },
    },
  ],
});

export const prerenderedPages: Record<PrerenderedName, PrerenderedPage> = {
  home: { module: 'pages/home/HomePage.tsx', data: siteData },
  about: { module: 'pages/about/AboutPage.tsx' },
  howItWorks: { module: 'pages/how-it-works/HowItWorksPage.tsx' },
  find: { module: 'pages/find/FindPage.tsx' },
  stays: { module: 'pages/stays/StaysPage.tsx' },
  faq: { module: 'pages/faq/FaqPage.tsx', data: faqData },
  contact: { module: 'pages/contact/ContactPage.tsx' },
  privacy: { module: 'pages/legal/PrivacyPage.tsx' },
  terms: { module: 'pages/legal/TermsPage.tsx' },
  auth: { module: 'pages/auth/AuthPage.tsx' },
  card: { module: 'pages/card-landing/CardLandingPage.tsx' },
  forgotPassword: { module: 'pages/forgot-password/ForgotPasswordPage.tsx' },
  notFound: { module: 'pages/not-found/NotFoundPage.tsx' },
};

/** Source files of the members' pages. Only the frame of these pages is prerendered. */
export const memberPages: Record<MemberRouteName, string> = {
  dashboard: 'pages/dashboard/DashboardPage.tsx',
  cacheCards: 'pages/cards/CardsPage.tsx',
  cacheCard: 'pages/card-detail/CardDetailPage.tsx',
  findCards: 'pages/find-cards/FindCardsPage.tsx',
  foundCards: 'pages/found-cards/FoundCardsPage.tsx',
  medals: 'pages/medals/MedalsPage.tsx',
  treasureChests: 'pages/treasure-chests/TreasureChestsPage.tsx',
  referrals: 'pages/referrals/ReferralsPage.tsx',
  certificates: 'pages/certificates/CertificatesPage.tsx',
  activateCertificate: 'pages/activate-certificate/ActivatePage.tsx',
  checkout: 'pages/checkout/CheckoutPage.tsx',
  account: 'pages/account/AccountPage.tsx',
};

/** Source files of pages that start from the shell. */
const mailLinks = 'pages/mail-links/pages.ts';
export const shellPages: Partial<Record<RouteName, string>> = {
  resetPassword: mailLinks,
  verifyEmail: mailLinks,
  confirmEmailChange: mailLinks,
  confirmPayoutAddress: mailLinks,
  undoEmailChange: mailLinks,
  secureAccount: mailLinks,
  removePayoutAddress: mailLinks,
  unsubscribe: mailLinks,
};
