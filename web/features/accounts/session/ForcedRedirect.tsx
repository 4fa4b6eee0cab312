import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { redirectFallbackMs } from '#schema/rules.ts';
import { claimRedirect, redirectDelay } from '#web/features/accounts/session/forced-redirect.ts';
import { takeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { clearSignInFlags } from '#web/features/accounts/session/sign-in-flags.ts';
import { Spinner } from '#web/ui/states/Spinner.tsx';

interface ForcedRedirectProps {
  /** Whether a message announces the redirect; true right after a sign-in. */
  isAnnounced: boolean;
}

export function ForcedRedirect({ isAnnounced }: ForcedRedirectProps) {
  const [, navigate] = useLocation();
  const isRedirectScheduled = useRef(false);
  const path = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [announcedRedirect, setAnnouncedRedirect] = useState<{ path: string; delayMs: number }>();

  useEffect(() => {
    if (isRedirectScheduled.current) return;
    isRedirectScheduled.current = true;
    path.current ??= takeReturnPath();
    const destination = path.current;
    const delayMs = redirectDelay(destination);
    const redirect = () => {
      clearSignInFlags();
      navigate(destination, { replace: true });
      // If this timer fires, the router is stuck, so force a full page load.
      timer.current = setTimeout(() => location.assign(destination), redirectFallbackMs);
    };
    // Redirects without an announcement if another redirect was announced within the last five seconds.
    if (!isAnnounced || !claimRedirect()) return redirect();
    setAnnouncedRedirect({ path: destination, delayMs });
    timer.current = setTimeout(redirect, delayMs);
  }, [isAnnounced, navigate]);

  // Cancels the redirect when the visitor leaves the page. In development, React mounts twice, which restarts the timer.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      isRedirectScheduled.current = false;
    },
    [],
  );

  return (
    <>
      {announcedRedirect && (
        <p className="redirect-banner" role="status">
          {t`Redirecting to ${announcedRedirect.path} in ${announcedRedirect.delayMs}ms...`}
        </p>
      )}
      <Spinner label={t`Taking you there…`} />
    </>
  );
}
