import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { ReauthDialog } from '#web/features/admin/session/ReauthDialog.tsx';
import { createReturnState } from '#web/features/admin/session/return-target.ts';
import { SecondFactorStep } from '#web/features/admin/session/SecondFactorStep.tsx';
import { errorText } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

/**
 * Shows admin pages to signed-in administrators and redirects others to the login page, which sends them back after they have logged in.
 */
export function AdminRoute({ children }: { children: ReactNode }) {
  const { admin, error, isLoading, refresh } = useAdmin();
  const [isAccountPage] = useRoute(paths.adminAccount);
  const mustGoToAccount = admin?.mustSetPassword || admin?.secondFactor === 'missing';
  // A page that is already open stays open so that no input is lost. A dialog on top of it asks for the second factor.
  const [verifiedAdminId, setVerifiedAdminId] = useState<number>();
  const isOpen = admin && (admin.secondFactor !== 'required' || verifiedAdminId === admin.id);
  if (isOpen && verifiedAdminId !== admin.id) setVerifiedAdminId(admin.id);
  if (mustGoToAccount && !isAccountPage) return <RedirectToAccount />;
  if (admin && !isOpen) return <SecondFactorStep />;
  if (admin) {
    return (
      <>
        {children}
        <ReauthDialog email={admin.email} />
      </>
    );
  }
  if (admin === null) return <RedirectToLogin />;
  if (isLoading || !error) return <Spinner label="Checking your session…" />;
  return (
    <ErrorState
      heading="h1"
      title="Failed to fetch admin data"
      message={errorText(error, 'The server sent an unexpected response. Please try again.')}
      onRetry={() => void refresh()}
    />
  );
}

/** Redirects to the account page, which is the only page available until the administrator has set their own password and second factor. */
function RedirectToAccount() {
  const [, navigate] = useLocation();
  useEffect(() => navigate(paths.adminAccount, { replace: true }), [navigate]);
  return <Spinner label="Taking you to your account…" />;
}

function RedirectToLogin() {
  const [, navigate] = useLocation();
  useEffect(() => {
    // A logout has already opened the login page. It must not return the next administrator to this one's page.
    if (location.pathname === paths.adminLogin) return;
    navigate(paths.adminLogin, { replace: true, state: createReturnState(location.pathname + location.search) });
  }, [navigate]);
  return <Spinner label="Taking you to the login page…" />;
}
