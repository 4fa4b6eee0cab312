/** The site's pages: where each is, whom it is for, and where its code is. */
import type { ComponentType, ReactNode } from 'react';
import { developerPatterns, pagePatterns } from '#schema/pages.ts';
import { GuestRoute, MemberRoute } from '#web/components/guards.tsx';
import { type Page, page } from '#web/lib/page.tsx';

export interface SitePage {
  pattern: string;
  page: Page;
  /** Who may see it; everybody where absent. */
  guard?: ComponentType<{ children: ReactNode }>;
}

export const homePage = page(() => import('#web/features/home/HomePage.tsx').then((file) => file.loadHomePage()));
export const paymentReturnPage = page(() => import('#web/features/checkout/PaymentReturnPage.tsx').then((file) => file.PaymentReturnPage));
export const notFoundPage = page(() => import('#web/components/not-found/NotFoundPage.tsx').then((file) => file.NotFoundPage));

/** Draws its own pages, and who may see them. */
export const adminArea = page(() => import('#web/features/admin/AdminArea.tsx').then((file) => file.AdminArea));

/** Home is apart: a payment may return there. */
export const sitePages: SitePage[] = [
  {
    pattern: pagePatterns.about,
    page: page(() => import('#web/features/about/AboutPage.tsx').then((file) => file.AboutPage)),
  },
  {
    pattern: pagePatterns.howItWorks,
    page: page(() => import('#web/features/how-it-works/HowItWorksPage.tsx').then((file) => file.loadHowItWorksPage())),
  },
  {
    pattern: pagePatterns.card,
    page: page(() => import('#web/features/cards/CardLandingPage.tsx').then((file) => file.CardLandingPage)),
  },
  {
    pattern: pagePatterns.auth,
    page: page(() => import('#web/features/auth/AuthPage.tsx').then((file) => file.AuthPage)),
    guard: GuestRoute,
  },
  {
    pattern: pagePatterns.faq,
    page: page(() => import('#web/features/faq/FaqPage.tsx').then((file) => file.loadFaqPage())),
  },
  {
    pattern: pagePatterns.contact,
    page: page(() => import('#web/features/contact/ContactPage.tsx').then((file) => file.ContactPage)),
  },
  {
    pattern: pagePatterns.privacy,
    page: page(() => import('#web/features/legal/PrivacyPage.tsx').then((file) => file.loadPrivacyPage())),
  },
  {
    pattern: pagePatterns.terms,
    page: page(() => import('#web/features/legal/TermsPage.tsx').then((file) => file.loadTermsPage())),
  },
  {
    pattern: pagePatterns.dashboard,
    page: page(() => import('#web/features/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.cacheCards,
    page: page(() => import('#web/features/cards/CardsPage.tsx').then((file) => file.CardsPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.cacheCard,
    page: page(() => import('#web/features/cards/CardDetailPage.tsx').then((file) => file.CardDetailPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.treasureChests,
    page: page(() => import('#web/features/treasure-chests/TreasureChestsPage.tsx').then((file) => file.TreasureChestsPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.referrals,
    page: page(() => import('#web/features/referrals/ReferralsPage.tsx').then((file) => file.ReferralsPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.certificates,
    page: page(() => import('#web/features/certificates/CertificatesPage.tsx').then((file) => file.CertificatesPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.activateCertificate,
    page: page(() => import('#web/features/certificates/ActivatePage.tsx').then((file) => file.ActivatePage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.account,
    page: page(() => import('#web/features/account/AccountPage.tsx').then((file) => file.AccountPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.checkout,
    page: page(() => import('#web/features/checkout/CheckoutPage.tsx').then((file) => file.CheckoutPage)),
    guard: MemberRoute,
  },
  {
    pattern: pagePatterns.forgotPassword,
    page: page(() => import('#web/features/password-reset/ForgotPasswordPage.tsx').then((file) => file.ForgotPasswordPage)),
  },
  {
    pattern: pagePatterns.resetPassword,
    page: page(() => import('#web/features/password-reset/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage)),
  },
  {
    pattern: pagePatterns.verifyEmail,
    page: page(() => import('#web/features/mail-links/VerifyEmailPage.tsx').then((file) => file.VerifyEmailPage)),
  },
  {
    pattern: pagePatterns.confirmEmailChange,
    page: page(() => import('#web/features/mail-links/ConfirmEmailChangePage.tsx').then((file) => file.ConfirmEmailChangePage)),
  },
  {
    pattern: pagePatterns.undoEmailChange,
    page: page(() => import('#web/features/mail-links/UndoEmailChangePage.tsx').then((file) => file.UndoEmailChangePage)),
  },
  {
    pattern: pagePatterns.unsubscribe,
    page: page(() => import('#web/features/mail-links/UnsubscribePage.tsx').then((file) => file.UnsubscribePage)),
  },
  {
    pattern: developerPatterns.testAuth,
    page: page(() => import('#web/features/developer/TestAuthPage.tsx').then((file) => file.TestAuthPage)),
  },
  {
    pattern: developerPatterns.testAuthButton,
    page: page(() => import('#web/features/developer/TestAuthButtonPage.tsx').then((file) => file.TestAuthButtonPage)),
  },
  {
    pattern: developerPatterns.simpleTest,
    page: page(() => import('#web/features/developer/SimpleTestPage.tsx').then((file) => file.SimpleTestPage)),
  },
];

/** Loads the page of a pattern, or the not-found page, ahead of its drawing. */
export async function preloadPage(pattern: string): Promise<void> {
  const found = pattern === pagePatterns.home ? homePage : sitePages.find((sitePage) => sitePage.pattern === pattern)?.page;
  await (found ?? notFoundPage).preload();
}
