/** What the build must know of each prerendered page beside the table of pages: where its code is, and what search engines are told in data. */
import { type PrerenderedName, siteTitle } from '#schema/routes.ts';
import { faqData } from '#web/components/faq/faq-data.ts';
import { originMark } from '#web/prerender/origin-mark.ts';

export interface PrerenderedPage {
  /** Its component's source: what is loaded with it. */
  module: string;
  /** A data block (JSON-LD, schema.org). */
  data?: object;
}

/** The site and who is behind it, told once, on Home. */
const siteData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${originMark}/#organization`,
      name: 'Cache Cards',
      url: `${originMark}/`,
      logo: `${originMark}/icons/icon-512.png`,
      foundingDate: '2023',
    },
    {
      '@type': 'WebSite',
      '@id': `${originMark}/#website`,
      name: siteTitle,
      alternateName: 'Cache Cards',
      url: `${originMark}/`,
      inLanguage: 'en',
      publisher: { '@id': `${originMark}/#organization` },
    },
  ],
};

export const prerenderedPages: Record<PrerenderedName, PrerenderedPage> = {
  home: { module: 'features/home/HomePage.tsx', data: siteData },
  about: { module: 'features/about/AboutPage.tsx' },
  howItWorks: { module: 'features/how-it-works/HowItWorksPage.tsx' },
  faq: { module: 'features/faq/FaqPage.tsx', data: faqData() },
  contact: { module: 'features/contact/ContactPage.tsx' },
  privacy: { module: 'features/legal/PrivacyPage.tsx' },
  terms: { module: 'features/legal/TermsPage.tsx' },
  auth: { module: 'features/auth/AuthPage.tsx' },
  card: { module: 'features/cards/CardLandingPage.tsx' },
  forgotPassword: { module: 'features/password-reset/ForgotPasswordPage.tsx' },
  notFound: { module: 'components/not-found/NotFoundPage.tsx' },
};
