import type { ComponentType, ReactNode } from 'react';
import type { Guard, RouteName } from '#schema/routes.ts';
import { GuestRoute, MemberRoute } from '#web/frame/guards.tsx';
import { sitePage as page } from '#web/frame/site-page.tsx';
import type { Page } from '#web/lib/react/page.tsx';

const loadAdminPages = () => import('#web/pages/admin/pages.ts');
const loadMemberPages = () => import('#web/member-pages.ts');
const loadMailLinkPages = () => import('#web/pages/mail-links/pages.ts');
const loadDeveloperPages = () => import('#web/pages/developer/pages.ts');

export const pages: Record<RouteName, Page> = {
  home: page(() => import('#web/pages/home/HomePage.tsx').then((file) => file.loadHomePage())),
  about: page(() => import('#web/pages/about/AboutPage.tsx').then((file) => file.AboutPage)),
  howItWorks: page(() => import('#web/pages/how-it-works/HowItWorksPage.tsx').then((file) => file.loadHowItWorksPage())),
  find: page(() => import('#web/pages/find/FindPage.tsx').then((file) => file.FindPage)),
  stays: page(() => import('#web/pages/stays/StaysPage.tsx').then((file) => file.StaysPage)),
  faq: page(() => import('#web/pages/faq/FaqPage.tsx').then((file) => file.loadFaqPage())),
  contact: page(() => import('#web/pages/contact/ContactPage.tsx').then((file) => file.ContactPage)),
  privacy: page(() => import('#web/pages/legal/PrivacyPage.tsx').then((file) => file.loadPrivacyPage())),
  terms: page(() => import('#web/pages/legal/TermsPage.tsx').then((file) => file.loadTermsPage())),
  auth: page(() => import('#web/pages/auth/AuthPage.tsx').then((file) => file.AuthPage)),
  card: page(() => import('#web/pages/card-landing/CardLandingPage.tsx').then((file) => file.CardLandingPage)),
  dashboard: page(() => loadMemberPages().then((file) => file.loadDashboard())),
  cacheCards: page(() => loadMemberPages().then((file) => file.loadCacheCards())),
  cacheCard: page(() => loadMemberPages().then((file) => file.loadCacheCard())),
  findCards: page(() => loadMemberPages().then((file) => file.loadFindCards())),
  foundCards: page(() => loadMemberPages().then((file) => file.loadFoundCards())),
  medals: page(() => loadMemberPages().then((file) => file.loadMedals())),
  treasureChests: page(() => loadMemberPages().then((file) => file.loadTreasureChests())),
  referrals: page(() => loadMemberPages().then((file) => file.loadReferrals())),
  certificates: page(() => loadMemberPages().then((file) => file.loadCertificates())),
  activateCertificate: page(() => loadMemberPages().then((file) => file.loadActivateCertificate())),
  checkout: page(() => loadMemberPages().then((file) => file.loadCheckout())),
  account: page(() => loadMemberPages().then((file) => file.loadAccount())),
  forgotPassword: page(() => import('#web/pages/forgot-password/ForgotPasswordPage.tsx').then((file) => file.ForgotPasswordPage)),
  resetPassword: page(() => loadMailLinkPages().then((file) => file.ResetPasswordPage)),
  verifyEmail: page(() => loadMailLinkPages().then((file) => file.VerifyEmailPage)),
  confirmEmailChange: page(() => loadMailLinkPages().then((file) => file.ConfirmEmailChangePage)),
  confirmPayoutAddress: page(() => loadMailLinkPages().then((file) => file.ConfirmPayoutAddressPage)),
  undoEmailChange: page(() => loadMailLinkPages().then((file) => file.UndoEmailChangePage)),
  secureAccount: page(() => loadMailLinkPages().then((file) => file.SecureAccountPage)),
  removePayoutAddress: page(() => loadMailLinkPages().then((file) => file.RemovePayoutAddressPage)),
  unsubscribe: page(() => loadMailLinkPages().then((file) => file.UnsubscribePage)),
  adminLogin: page(() => loadAdminPages().then((file) => file.loadLogin())),
  adminResetPassword: page(() => loadAdminPages().then((file) => file.loadResetPassword())),
  adminDashboard: page(() => loadAdminPages().then((file) => file.loadDashboard())),
  adminTestQr: page(() => loadAdminPages().then((file) => file.loadTestQr())),
  adminTestCardApi: page(() => loadAdminPages().then((file) => file.loadTestCardApi())),
  adminAccount: page(() => loadAdminPages().then((file) => file.loadAccount())),
  testAuth: page(() => loadDeveloperPages().then((file) => file.TestAuthPage)),
  testAuthButton: page(() => loadDeveloperPages().then((file) => file.TestAuthButtonPage)),
  simpleTest: page(() => loadDeveloperPages().then((file) => file.SimpleTestPage)),
  notFound: page(() => import('#web/pages/not-found/NotFoundPage.tsx').then((file) => file.NotFoundPage)),
};

/** Page shown at the home page's URL when the visitor returns from their bank's confirmation page. */
export const paymentReturnPage = page(() =>
  import('#web/pages/payment-return/PaymentReturnPage.tsx').then((file) => file.PaymentReturnPage),
);

export const guards: Record<Guard, ComponentType<{ children: ReactNode }>> = {
  guest: GuestRoute,
  member: MemberRoute,
  admin: page(() => loadAdminPages().then((file) => file.AdminRoute)).Component,
  developer: page(() => import('#web/frame/DeveloperRoute.tsx').then((file) => file.DeveloperRoute)).Component,
};
