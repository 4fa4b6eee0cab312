import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ForcedRedirect } from '#web/features/accounts/session/ForcedRedirect.tsx';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { errorText, NetworkError } from '#web/lib/api-error.ts';
import { canBeSignedIn, getStoredToken } from '#web/lib/auth-storage.ts';
import { paths } from '#web/lib/paths.ts';
import { useIsHydrating } from '#web/lib/react/hydration.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { sitePage } from './site-page.tsx';

const OfflinePage = sitePage(() => import('#web/frame/OfflinePage.tsx').then((file) => file.OfflinePage)).Component;

export function MemberRoute({ children }: { children: ReactNode }) {
  const { user, error, isLoading, refresh } = useUser();
  // Shows the spinner while hydrating because the prerendered HTML is the same for members and visitors.
  const isHydrating = useIsHydrating();
  const isRefused = !user && !isLoading && !isHydrating;
  // The page does not load the styles that its document left for later (web/pages/dashboard/DashboardPage.tsx).
  useEffect(() => {
    if (isRefused) void window.loadStyles?.();
  }, [isRefused]);
  if (user) return children;
  if (isHydrating || (user === undefined && (isLoading || !error)))
    return (
      <div className="coming-page">
        <Spinner label={t`Checking your session…`} />
      </div>
    );
  if (user === null) return <RedirectToSignIn />;
  if (error instanceof NetworkError && getStoredToken()) return <OfflinePage onRetry={() => void refresh()} />;
  return (
    <ErrorState
      heading="h1"
      title={t`We couldn’t load your account`}
      message={errorText(error, t`The server sent an unexpected response. Please try again.`)}
      onRetry={() => void refresh()}
    />
  );
}

export function GuestRoute({ children }: { children: ReactNode }) {
  const { user, isLoading } = useUser();
  const [wasGuest, setWasGuest] = useState(false);
  useEffect(() => {
    if (user === null && !canBeSignedIn()) setWasGuest(true);
  }, [user]);
  if (user) return <ForcedRedirect isAnnounced={wasGuest} />;
  return isLoading ? <Spinner label={t`Checking your session…`} /> : <div className="guest-only">{children}</div>;
}

function RedirectToSignIn() {
  const [, navigate] = useLocation();
  useEffect(() => {
    storeReturnPath(location.pathname + location.search + location.hash);
    navigate(paths.auth, { replace: true });
  }, [navigate]);
  return <Spinner label={t`Taking you to the sign-in page…`} />;
}
