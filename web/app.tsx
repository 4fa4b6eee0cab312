import { Suspense, useEffect } from 'react';
import { Route, Switch, useSearch } from 'wouter';
import { pagePatterns } from '#schema/routes.ts';
import { ErrorBoundary } from '#web/components/ErrorBoundary.tsx';
import { MemberRoute } from '#web/components/guards.tsx';
import { Layout } from '#web/components/Layout.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { ToastProvider } from '#web/components/Toast.tsx';
import { takeLinksOver, useIsHydrating } from '#web/lib/hydration.ts';
import { adminArea, homePage, notFoundPage, paymentReturnPage, type SitePage, sitePages } from '#web/routes.ts';

/** The whole site. Every page is loaded when it is first visited. */
export function App() {
  return (
    <ToastProvider>
      <Layout>
        <ErrorBoundary>
          <Suspense fallback={<Spinner label="Unfolding the map…" />}>
            <TakenOver />
            <Switch>
              <Route path={pagePatterns.home} component={Home} />
              {sitePages.map((sitePage) => (
                <Route key={sitePage.pattern} path={sitePage.pattern}>
                  <Guarded {...sitePage} />
                </Route>
              ))}
              <Route path="/admin/*?" component={adminArea.Component} />
              <Route component={notFoundPage.Component} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Layout>
    </ToastProvider>
  );
}

/** Beside the page: it stands when this does. */
function TakenOver() {
  const isHydrating = useIsHydrating();
  useEffect(takeLinksOver, []);
  // Not before what was drawn for guests has been corrected: from here on the components themselves know what to show to whom.
  useEffect(() => {
    if (!isHydrating) document.documentElement.classList.remove('maybe-member');
  }, [isHydrating]);
  return null;
}

function Guarded({ page: { Component }, guard: Guard }: SitePage) {
  if (!Guard) return <Component />;
  return (
    <Guard>
      <Component />
    </Guard>
  );
}

/** Home, unless a bank's page has just led back to it with a payment. */
function Home() {
  const hasPayment = useSearch().includes('payment_intent=');
  const isHydrating = useIsHydrating();
  if (isHydrating || !hasPayment) return <homePage.Component />;
  return (
    <MemberRoute>
      <paymentReturnPage.Component />
    </MemberRoute>
  );
}
