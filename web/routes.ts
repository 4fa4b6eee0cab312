import type { ComponentType, ReactNode } from 'react';
import type { Guard, RouteName } from '#schema/routes.ts';
import { GuestRoute, MemberRoute } from '#web/frame/guards.tsx';
import { sitePage as page } from '#web/frame/site-page.tsx';
import type { Page } from '#web/lib/react/page.tsx';

const loadAdminPages = () => import('#web/pages/admin/pages.ts');
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
  dashboard: page(() => import('#web/pages/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage)),
  cacheCards: page(() => import('#web/pages/cards/CardsPage.tsx').then((file) => file.CardsPage)),
  cacheCard: page(() => import('#web/pages/card-detail/CardDetailPage.tsx').then((file) => file.CardDetailPage)),
  findCards: page(() => import('#web/pages/find-cards/FindCardsPage.tsx').then((file) => file.FindCardsPage)),
  foundCards: page(() => import('#web/pages/found-cards/FoundCardsPage.tsx').then((file) => file.FoundCardsPage)),
  treasureChests: page(() => import('#web/pages/treasure-chests/TreasureChestsPage.tsx').then((file) => file.TreasureChestsPage)),
  referrals: page(() => import('#web/pages/referrals/ReferralsPage.tsx').then((file) => file.ReferralsPage)),
  certificates: page(() => import('#web/pages/certificates/CertificatesPage.tsx').then((file) => file.CertificatesPage)),
  activateCertificate: page(() => import('#web/pages/activate-certificate/ActivatePage.tsx').then((file) => file.ActivatePage)),
  checkout: page(() => import('#web/pages/checkout/CheckoutPage.tsx').then((file) => file.CheckoutPage)),
  account: page(() => import('#web/pages/account/AccountPage.tsx').then((file) => file.AccountPage)),
  forgotPassword: page(() => import('#web/pages/forgot-password/ForgotPasswordPage.tsx').then((file) => file.ForgotPasswordPage)),
  resetPassword: page(() => import('#web/pages/reset-password/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage)),
  verifyEmail: page(() => import('#web/pages/mail-links/VerifyEmailPage.tsx').then((file) => file.VerifyEmailPage)),
  confirmEmailChange: page(() => import('#web/pages/mail-links/ConfirmEmailChangePage.tsx').then((file) => file.ConfirmEmailChangePage)),
  confirmPayoutAddress: page(() =>
    import('#web/pages/mail-links/ConfirmPayoutAddressPage.tsx').then((file) => file.ConfirmPayoutAddressPage),
  ),
  undoEmailChange: page(() => import('#web/pages/mail-links/UndoEmailChangePage.tsx').then((file) => file.UndoEmailChangePage)),
  secureAccount: page(() => import('#web/pages/mail-links/SecureAccountPage.tsx').then((file) => file.SecureAccountPage)),
  removePayoutAddress: page(() => import('#web/pages/mail-links/RemovePayoutAddressPage.tsx').then((file) => file.RemovePayoutAddressPage)),
  unsubscribe: page(() => import('#web/pages/mail-links/UnsubscribePage.tsx').then((file) => file.UnsubscribePage)),
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
