import type { ComponentType, ReactNode } from 'react';
import type { Guard, RouteName } from '#schema/routes.ts';
import { GuestRoute, MemberRoute } from '#web/frame/guards.tsx';
import { sitePage as page } from '#web/frame/site-page.tsx';
import type { Page } from '#web/lib/react/page.tsx';
import { loadWithWords } from '#web/lib/words/words.ts';

const loadAdminPages = () => import('#web/pages/admin/pages.ts');
const loadMemberPages = () => import('#web/member-pages.ts');
const loadMailLinkPages = () => import('#web/pages/mail-links/pages.ts');
const loadDeveloperPages = () => import('#web/pages/developer/pages.ts');

const loaders: Record<RouteName, () => Promise<ComponentType>> = {
  home: () => import('#web/pages/home/HomePage.tsx').then((file) => file.loadHomePage()),
  about: () => import('#web/pages/about/AboutPage.tsx').then((file) => file.AboutPage),
  howItWorks: () => import('#web/pages/how-it-works/HowItWorksPage.tsx').then((file) => file.loadHowItWorksPage()),
  find: () => import('#web/pages/find/FindPage.tsx').then((file) => file.FindPage),
  stays: () => import('#web/pages/stays/StaysPage.tsx').then((file) => file.StaysPage),
  faq: () => import('#web/pages/faq/FaqPage.tsx').then((file) => file.loadFaqPage()),
  contact: () => import('#web/pages/contact/ContactPage.tsx').then((file) => file.ContactPage),
  privacy: () => import('#web/pages/legal/PrivacyPage.tsx').then((file) => file.loadPrivacyPage()),
  terms: () => import('#web/pages/legal/TermsPage.tsx').then((file) => file.loadTermsPage()),
  auth: () => import('#web/pages/auth/AuthPage.tsx').then((file) => file.AuthPage),
  card: () => import('#web/pages/card-landing/CardLandingPage.tsx').then((file) => file.CardLandingPage),
  dashboard: () => loadMemberPages().then((file) => file.loadDashboard()),
  cacheCards: () => loadMemberPages().then((file) => file.loadCacheCards()),
  cacheCard: () => loadMemberPages().then((file) => file.loadCacheCard()),
  findCards: () => loadMemberPages().then((file) => file.loadFindCards()),
  foundCards: () => loadMemberPages().then((file) => file.loadFoundCards()),
  medals: () => loadMemberPages().then((file) => file.loadMedals()),
  treasureChests: () => loadMemberPages().then((file) => file.loadTreasureChests()),
  referrals: () => loadMemberPages().then((file) => file.loadReferrals()),
  certificates: () => loadMemberPages().then((file) => file.loadCertificates()),
  activateCertificate: () => loadMemberPages().then((file) => file.loadActivateCertificate()),
  checkout: () => loadMemberPages().then((file) => file.loadCheckout()),
  account: () => loadMemberPages().then((file) => file.loadAccount()),
  forgotPassword: () => import('#web/pages/forgot-password/ForgotPasswordPage.tsx').then((file) => file.ForgotPasswordPage),
  resetPassword: () => loadMailLinkPages().then((file) => file.ResetPasswordPage),
  verifyEmail: () => loadMailLinkPages().then((file) => file.VerifyEmailPage),
  confirmEmailChange: () => loadMailLinkPages().then((file) => file.ConfirmEmailChangePage),
  confirmPayoutAddress: () => loadMailLinkPages().then((file) => file.ConfirmPayoutAddressPage),
  undoEmailChange: () => loadMailLinkPages().then((file) => file.UndoEmailChangePage),
  secureAccount: () => loadMailLinkPages().then((file) => file.SecureAccountPage),
  removePayoutAddress: () => loadMailLinkPages().then((file) => file.RemovePayoutAddressPage),
  unsubscribe: () => loadMailLinkPages().then((file) => file.UnsubscribePage),
  adminLogin: () => loadAdminPages().then((file) => file.loadLogin()),
  adminResetPassword: () => loadAdminPages().then((file) => file.loadResetPassword()),
  adminDashboard: () => loadAdminPages().then((file) => file.loadDashboard()),
  adminTestQr: () => loadAdminPages().then((file) => file.loadTestQr()),
  adminTestCardApi: () => loadAdminPages().then((file) => file.loadTestCardApi()),
  adminAccount: () => loadAdminPages().then((file) => file.loadAccount()),
  testAuth: () => loadDeveloperPages().then((file) => file.TestAuthPage),
  testAuthButton: () => loadDeveloperPages().then((file) => file.TestAuthButtonPage),
  simpleTest: () => loadDeveloperPages().then((file) => file.SimpleTestPage),
  notFound: () => import('#web/pages/not-found/NotFoundPage.tsx').then((file) => file.NotFoundPage),
};

export const pages = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, page(() => loadWithWords(name, load))]),
) as Record<RouteName, Page>;

/** Page shown at the home page's URL when the visitor returns from their bank's confirmation page. */
export const paymentReturnPage = page(() =>
  loadWithWords('checkout', () => import('#web/pages/payment-return/PaymentReturnPage.tsx').then((file) => file.PaymentReturnPage)),
);

export const guards: Record<Guard, ComponentType<{ children: ReactNode }>> = {
  guest: GuestRoute,
  member: MemberRoute,
  admin: page(() => loadAdminPages().then((file) => file.AdminRoute)).Component,
  developer: page(() => import('#web/frame/DeveloperRoute.tsx').then((file) => file.DeveloperRoute)).Component,
};
