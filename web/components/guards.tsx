import { lazy, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { dashboardRedirectDelayMs } from '#schema/rules.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { errorText, NetworkError } from '#web/lib/api.ts';
import { storedToken } from '#web/lib/auth-storage.ts';
import { rememberReturnPath, takeReturnPath, useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

const OfflinePage = lazy(() => import('#web/components/offline/OfflinePage.tsx').then((file) => ({ default: file.OfflinePage })));

/** A page for members. Anonymous visitors sign in first and then come back. */
export function MemberRoute({ children }: { children: ReactNode }) {
  const { user, error, isLoading, refresh } = useUser();
  if (user) return children;
  if (user === null) return <SendToSignIn />;
  if (isLoading || !error) return <Spinner label="Checking who is there…" />;
  if (error instanceof NetworkError && storedToken()) return <OfflinePage onRetry={() => void refresh()} />;
  return (
    <ErrorState
      heading="h1"
      title="We could not load your account"
      message={errorText(error, 'The server did not answer as it should. Please try again.')}
      onRetry={() => void refresh()}
    />
  );
}

/** A page for visitors. Members go on to where they came from, else to the dashboard. */
export function GuestRoute({ children }: { children: ReactNode }) {
  const { user, isLoading } = useUser();
  if (user) return <SendOn />;
  return isLoading ? <Spinner label="Checking who is there…" /> : children;
}

function SendToSignIn() {
  const [, navigate] = useLocation();
  useEffect(() => {
    rememberReturnPath(location.pathname + location.search);
    navigate(paths.auth, { replace: true });
  }, [navigate]);
  return <Spinner label="Taking you to the sign-in page…" />;
}

function SendOn() {
  const [, navigate] = useLocation();
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    navigate(takeReturnPath(), { replace: true });
    // Should the router be stuck, the browser itself goes.
    setTimeout(() => {
      if (location.pathname === paths.auth) location.assign(paths.dashboard());
    }, dashboardRedirectDelayMs);
  }, [navigate]);
  return <Spinner label="Taking you there…" />;
}
