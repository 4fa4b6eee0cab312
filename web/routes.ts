/** The code of each page (schema/routes.ts), and what keeps others out of it. */
import type { ComponentType, ReactNode } from 'react';
import type { Guard, RouteName } from '#schema/routes.ts';
import { GuestRoute, MemberRoute } from '#web/components/guards.tsx';
import { type Page, page } from '#web/lib/page.tsx';

const administration = () => import('#web/features/admin/pages.ts');
const developers = () => import('#web/features/developer/pages.ts');

export const pages: Record<RouteName, Page> = {
  home: page(() => import('#web/features/home/HomePage.tsx').then((file) => file.loadHomePage())),
  about: page(() => import('#web/features/about/AboutPage.tsx').then((file) => file.AboutPage)),
  howItWorks: page(() => import('#web/features/how-it-works/HowItWorksPage.tsx').then((file) => file.loadHowItWorksPage())),
  faq: page(() => import('#web/features/faq/FaqPage.tsx').then((file) => file.loadFaqPage())),
  contact: page(() => import('#web/features/contact/ContactPage.tsx').then((file) => file.ContactPage)),
  privacy: page(() => import('#web/features/legal/PrivacyPage.tsx').then((file) => file.loadPrivacyPage())),
  terms: page(() => import('#web/features/legal/TermsPage.tsx').then((file) => file.loadTermsPage())),
  auth: page(() => import('#web/features/auth/AuthPage.tsx').then((file) => file.AuthPage)),
  card: page(() => import('#web/features/cards/CardLandingPage.tsx').then((file) => file.CardLandingPage)),
  dashboard: page(() => import('#web/features/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage)),
  cacheCards: page(() => import('#web/features/cards/CardsPage.tsx').then((file) => file.CardsPage)),
  cacheCard: page(() => import('#web/features/cards/CardDetailPage.tsx').then((file) => file.CardDetailPage)),
  treasureChests: page(() => import('#web/features/treasure-chests/TreasureChestsPage.tsx').then((file) => file.TreasureChestsPage)),
  referrals: page(() => import('#web/features/referrals/ReferralsPage.tsx').then((file) => file.ReferralsPage)),
  certificates: page(() => import('#web/features/certificates/CertificatesPage.tsx').then((file) => file.CertificatesPage)),
  activateCertificate: page(() => import('#web/features/certificates/ActivatePage.tsx').then((file) => file.ActivatePage)),
  checkout: page(() => import('#web/features/checkout/CheckoutPage.tsx').then((file) => file.CheckoutPage)),
  account: page(() => import('#web/features/account/AccountPage.tsx').then((file) => file.AccountPage)),
  forgotPassword: page(() => import('#web/features/password-reset/ForgotPasswordPage.tsx').then((file) => file.ForgotPasswordPage)),
  resetPassword: page(() => import('#web/features/password-reset/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage)),
  verifyEmail: page(() => import('#web/features/mail-links/VerifyEmailPage.tsx').then((file) => file.VerifyEmailPage)),
  confirmEmailChange: page(() => import('#web/features/mail-links/ConfirmEmailChangePage.tsx').then((file) => file.ConfirmEmailChangePage)),
  undoEmailChange: page(() => import('#web/features/mail-links/UndoEmailChangePage.tsx').then((file) => file.UndoEmailChangePage)),
  unsubscribe: page(() => import('#web/features/mail-links/UnsubscribePage.tsx').then((file) => file.UnsubscribePage)),
  adminLogin: page(() => administration().then((file) => file.loadLogin())),
  adminResetPassword: page(() => administration().then((file) => file.loadResetPassword())),
  adminDashboard: page(() => administration().then((file) => file.loadDashboard())),
  adminTestQr: page(() => administration().then((file) => file.loadTestQr())),
  adminTestCardApi: page(() => administration().then((file) => file.loadTestCardApi())),
  adminAccount: page(() => administration().then((file) => file.loadAccount())),
  testAuth: page(() => developers().then((file) => file.TestAuthPage)),
  testAuthButton: page(() => developers().then((file) => file.TestAuthButtonPage)),
  simpleTest: page(() => developers().then((file) => file.SimpleTestPage)),
  notFound: page(() => import('#web/components/not-found/NotFoundPage.tsx').then((file) => file.NotFoundPage)),
};

/** In place of Home where a bank's page has just led back to it with a payment. */
export const paymentReturnPage = page(() => import('#web/features/checkout/PaymentReturnPage.tsx').then((file) => file.PaymentReturnPage));

export const guards: Record<Guard, ComponentType<{ children: ReactNode }>> = {
  guest: GuestRoute,
  member: MemberRoute,
  admin: page(() => administration().then((file) => file.AdminRoute)).Component,
  developer: page(() => developers().then((file) => file.DeveloperRoute)).Component,
};
