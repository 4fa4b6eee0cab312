import { Fragment, useEffect } from 'react';
import { Route, useLocation, useSearch } from 'wouter';
import { type RouteName, routeAt, routes } from '#schema/routes.ts';
import { MemberRoute } from '#web/frame/guards.tsx';
import { Layout } from '#web/frame/Layout.tsx';
import { useDocumentTitle } from '#web/lib/react/document-title.ts';
import { routeLinks, useIsHydrating } from '#web/lib/react/hydration.ts';
import { guards, pages, paymentReturnPage } from '#web/routes.ts';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { ToastProvider } from '#web/ui/states/Toast.tsx';

/** The whole site. Every page is loaded when it is first visited. */
export function App() {
  const [path] = useLocation();
  const name = routeAt(path) ?? 'notFound';
  return (
    <ToastProvider>
      <Layout isBare={routes[name].guard === 'admin' || name === 'adminResetPassword'} isForMembers={routes[name].guard === 'member'}>
        <ErrorBoundary>
          <Hydrated />
          <Route key={name} path={name === 'notFound' ? undefined : routes[name].path}>
            {name === 'home' ? <Home /> : <GuardedPage name={name} />}
          </Route>
        </ErrorBoundary>
      </Layout>
    </ToastProvider>
  );
}

/** Beside the page: it is there when this is. */
function Hydrated() {
  const isHydrating = useIsHydrating();
  useEffect(routeLinks, []);
  // Not before what was prerendered for guests has been corrected: from here on the components themselves know what to show to whom.
  useEffect(() => {
    if (!isHydrating) document.documentElement.classList.remove('maybe-member');
  }, [isHydrating]);
  return null;
}

function GuardedPage({ name }: { name: RouteName }) {
  const { guard } = routes[name];
  const Guard = guard ? guards[guard] : Fragment;
  // While the guard still asks who is there. What fails is asked for again where it is shown, and told there.
  useEffect(() => void pages[name].preload().catch(() => undefined), [name]);
  return (
    <Guard>
      <TitledPage name={name} />
    </Guard>
  );
}

/** The title first: a page that knows a better one says so after it. */
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

/** Home, unless a bank's page has just led back to it with a payment. */
function Home() {
  const hasPayment = useSearch().includes('payment_intent=');
  const isHydrating = useIsHydrating();
  if (isHydrating || !hasPayment) return <TitledPage name="home" />;
  return (
    <MemberRoute>
      <paymentReturnPage.Component />
    </MemberRoute>
  );
}
