/** The pages that are drawn at build, with what search engines and messengers are told of them. */
import { originMark, pagePatterns } from '#schema/routes.ts';
import { faqData } from '#web/components/faq/faq-data.ts';
import { siteTitle } from '#web/lib/document-title.ts';

export interface DrawnPage {
  /** As in schema/routes.ts; of the not-found page, a path that is none. */
  pattern: string;
  /** Where its component is: what is loaded with it. */
  module: string;
  /** Whole, as the browser's tab shows it. */
  title: string;
  description: string;
  /** Whether search engines may list it. */
  isListed: boolean;
  /** What search engines are told in a data block (JSON-LD, schema.org). */
  data?: object;
}

/** Draws the not-found page: no page has this path. */
export const notFoundPath = '/404';

const titled = (title: string) => `${title} · ${siteTitle}`;

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

export const drawnPages: DrawnPage[] = [
  {
    pattern: pagePatterns.home,
    module: 'features/home/HomePage.tsx',
    title: siteTitle,
    description: 'Find Cache Cards out there, scan them with your phone, and follow the trail from Treasure Tokens to a real vacation.',
    isListed: true,
    data: siteData,
  },
  {
    pattern: pagePatterns.about,
    module: 'features/about/AboutPage.tsx',
    title: titled('About'),
    description: 'Why there are Cache Cards: the story since 2023, what we stand for, and what members say about the hunt.',
    isListed: true,
  },
  {
    pattern: pagePatterns.howItWorks,
    module: 'features/how-it-works/HowItWorksPage.tsx',
    title: titled('How It Works'),
    description: 'Find cards, place cards, refer friends, earn vacations: what each step earns, what a stay costs, and tips for the trail.',
    isListed: true,
  },
  {
    pattern: pagePatterns.auth,
    module: 'features/auth/AuthPage.tsx',
    title: titled('Sign In'),
    description: 'Sign in to Cache Cards, or join for free: every new card you scan is a Treasure Token closer to a vacation.',
    isListed: true,
  },
  {
    pattern: pagePatterns.forgotPassword,
    module: 'features/password-reset/ForgotPasswordPage.tsx',
    title: titled('Forgot Your Password?'),
    description: 'Tell us the email of your Cache Cards account, and we send you a link to set a new password.',
    isListed: false,
  },
  {
    pattern: pagePatterns.card,
    module: 'features/cards/CardLandingPage.tsx',
    title: titled('Cache Card'),
    description: 'You have found a Cache Card. Collect it, and let it bring you closer to a vacation.',
    isListed: true,
  },
  {
    pattern: pagePatterns.faq,
    module: 'features/faq/FaqPage.tsx',
    title: titled('Frequently Asked Questions'),
    description:
      'How Treasure Tokens are earned, what the memberships bring, how friends and Treasure Chests pay, and how tokens become a vacation.',
    isListed: true,
    data: faqData(),
  },
  {
    pattern: pagePatterns.contact,
    module: 'features/contact/ContactPage.tsx',
    title: titled('Contact Us'),
    description: 'A question, a lost card, an idea? Write to the people behind Cache Cards; we answer by email.',
    isListed: true,
  },
  {
    pattern: pagePatterns.privacy,
    module: 'features/legal/PrivacyPage.tsx',
    title: titled('Privacy Policy'),
    description: 'What Cache Cards keeps about you, what for, who else gets to see it, how long it stays, and how to have it deleted.',
    isListed: true,
  },
  {
    pattern: pagePatterns.terms,
    module: 'features/legal/TermsPage.tsx',
    title: titled('Terms of Service'),
    description: 'The rules of Cache Cards: accounts, tokens, cards, memberships, commissions, Treasure Chests and vacation certificates.',
    isListed: true,
  },
  {
    pattern: notFoundPath,
    module: 'components/not-found/NotFoundPage.tsx',
    title: titled('Page Not Found'),
    description: 'There is no such page. The trail starts again at Home.',
    isListed: false,
  },
];
