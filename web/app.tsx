import { Fragment, useEffect } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { type RouteName, routeAt, routes } from '#schema/routes.ts';
import { MemberRoute } from '#web/frame/guards.tsx';
import { Layout } from '#web/frame/Layout.tsx';
import { useDocumentTitle } from '#web/lib/react/document-title.ts';
import { enableClientNavigation, useIsHydrating } from '#web/lib/react/hydration.ts';
import { guards, pages, paymentReturnPage } from '#web/routes.ts';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { ToastProvider } from '#web/ui/states/Toast.tsx';

export function App() {
  const [path] = useLocation();
  const name = routeAt(path) ?? 'notFound';
  return (
    <ToastProvider>
      <Layout isBare={routes[name].guard === 'admin' || name === 'adminResetPassword'} isForMembers={routes[name].guard === 'member'}>
        <ErrorBoundary>
          <HydrationEnd />
          <Route key={name} path={name === 'notFound' ? undefined : routes[name].path}>
            {name === 'home' ? <HomeOrPaymentReturn /> : <GuardedPage name={name} />}
          </Route>
        </ErrorBoundary>
      </Layout>
    </ToastProvider>
  );
}

function HydrationEnd() {
  const isHydrating = useIsHydrating();
  useEffect(enableClientNavigation, []);
  // The `maybe-member` class hides visitor-only content until hydration has corrected the prerendered page.
  useEffect(() => {
    if (!isHydrating) document.documentElement.classList.remove('maybe-member');
  }, [isHydrating]);
  return null;
}

function GuardedPage({ name }: { name: RouteName }) {
  const { guard } = routes[name];
  const Guard = guard ? guards[guard] : Fragment;
  // Loads the page's code while the guard checks the session. The page itself retries and reports a failed load.
  useEffect(() => void pages[name].preload().catch(() => undefined), [name]);
  return (
    <Guard>
      <TitledPage name={name} />
    </Guard>
  );
}

/** Sets the generic title first so that a page can set a more specific one. */
function TitledPage({ name }: { name: RouteName }) {
  const { Component } = pages[name];
  return (
    <>
      <Title>{routes[name].title}</Title>
      <Component />
    </>
  );
}

function Title({ children }: { children: string }) {
  useDocumentTitle(children);
  return null;
}

/** Renders the home page, or the checkout if the visitor returns from their bank's confirmation page. */
function HomeOrPaymentReturn() {
  const hasPayment = useSearch().includes('payment_intent=');
  const isHydrating = useIsHydrating();
  if (isHydrating || !hasPayment) return <TitledPage name="home" />;
  return (
    <MemberRoute>
      <paymentReturnPage.Component />
    </MemberRoute>
  );
}
