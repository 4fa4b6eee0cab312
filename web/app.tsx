import { lazy, Suspense } from 'react';
import { SWRConfig } from 'swr';
import { Route, Switch, useSearch } from 'wouter';
import { pagePatterns } from '#schema/pages.ts';
import { ErrorBoundary } from '#web/components/ErrorBoundary.tsx';
import { GuestRoute, MemberRoute } from '#web/components/guards.tsx';
import { Layout } from '#web/components/Layout.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { ToastProvider } from '#web/components/Toast.tsx';
import { HomePage } from '#web/features/home/HomePage.tsx';
import { queryDefaults } from '#web/lib/query-defaults.ts';

const AuthPage = lazy(() => import('#web/features/auth/AuthPage.tsx').then((file) => ({ default: file.AuthPage })));
const CardLandingPage = lazy(() => import('#web/features/cards/CardLandingPage.tsx').then((file) => ({ default: file.CardLandingPage })));
const DashboardPage = lazy(() => import('#web/features/dashboard/DashboardPage.tsx').then((file) => ({ default: file.DashboardPage })));
const CardsPage = lazy(() => import('#web/features/cards/CardsPage.tsx').then((file) => ({ default: file.CardsPage })));
const CardDetailPage = lazy(() => import('#web/features/cards/CardDetailPage.tsx').then((file) => ({ default: file.CardDetailPage })));
const TreasureChestsPage = lazy(() =>
  import('#web/features/treasure-chests/TreasureChestsPage.tsx').then((file) => ({ default: file.TreasureChestsPage })),
);
const ReferralsPage = lazy(() => import('#web/features/referrals/ReferralsPage.tsx').then((file) => ({ default: file.ReferralsPage })));
const CertificatesPage = lazy(() =>
  import('#web/features/certificates/CertificatesPage.tsx').then((file) => ({ default: file.CertificatesPage })),
);
const ActivatePage = lazy(() => import('#web/features/certificates/ActivatePage.tsx').then((file) => ({ default: file.ActivatePage })));
const AccountPage = lazy(() => import('#web/features/account/AccountPage.tsx').then((file) => ({ default: file.AccountPage })));
const CheckoutPage = lazy(() => import('#web/features/checkout/CheckoutPage.tsx').then((file) => ({ default: file.CheckoutPage })));
const PaymentReturnPage = lazy(() =>
  import('#web/features/checkout/PaymentReturnPage.tsx').then((file) => ({ default: file.PaymentReturnPage })),
);
const VerifyEmailPage = lazy(() =>
  import('#web/features/mail-links/VerifyEmailPage.tsx').then((file) => ({ default: file.VerifyEmailPage })),
);
const UndoEmailChangePage = lazy(() =>
  import('#web/features/mail-links/UndoEmailChangePage.tsx').then((file) => ({ default: file.UndoEmailChangePage })),
);
const UnsubscribePage = lazy(() =>
  import('#web/features/mail-links/UnsubscribePage.tsx').then((file) => ({ default: file.UnsubscribePage })),
);
const AdminArea = lazy(() => import('#web/features/admin/AdminArea.tsx').then((file) => ({ default: file.AdminArea })));
const NotFoundPage = lazy(() => import('#web/components/not-found/NotFoundPage.tsx').then((file) => ({ default: file.NotFoundPage })));

/** The whole site. Every page but Home is loaded when it is first visited. */
export function App() {
  return (
    <SWRConfig value={queryDefaults}>
      <ToastProvider>
        <Layout>
          <ErrorBoundary>
            <Suspense fallback={<Spinner label="Unfolding the map…" />}>
              <Pages />
            </Suspense>
          </ErrorBoundary>
        </Layout>
      </ToastProvider>
    </SWRConfig>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path={pagePatterns.home} component={Home} />
      <Route path={pagePatterns.card} component={CardLandingPage} />
      <Route path={pagePatterns.auth}>
        <GuestRoute>
          <AuthPage />
        </GuestRoute>
      </Route>
      <Route path={pagePatterns.dashboard}>
        <MemberRoute>
          <DashboardPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.cacheCards}>
        <MemberRoute>
          <CardsPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.cacheCard}>
        <MemberRoute>
          <CardDetailPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.treasureChests}>
        <MemberRoute>
          <TreasureChestsPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.referrals}>
        <MemberRoute>
          <ReferralsPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.certificates}>
        <MemberRoute>
          <CertificatesPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.activateCertificate}>
        <MemberRoute>
          <ActivatePage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.account}>
        <MemberRoute>
          <AccountPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.checkout}>
        <MemberRoute>
          <CheckoutPage />
        </MemberRoute>
      </Route>
      <Route path={pagePatterns.verifyEmail} component={VerifyEmailPage} />
      <Route path={pagePatterns.undoEmailChange} component={UndoEmailChangePage} />
      <Route path={pagePatterns.unsubscribe} component={UnsubscribePage} />
      <Route path="/admin/*?" component={AdminArea} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}

/** Home, unless a bank's page has just led back to it with a payment. */
function Home() {
  if (!useSearch().includes('payment_intent=')) return <HomePage />;
  return (
    <MemberRoute>
      <PaymentReturnPage />
    </MemberRoute>
  );
}
