import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { redirectFallbackMs } from '#schema/rules.ts';
import { redirectDelay, setsRedirect } from '#web/features/accounts/session/forced-redirect.ts';
import { takeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { forgetSignInFlags } from '#web/features/accounts/session/sign-in-flags.ts';
import { Spinner } from '#web/ui/states/Spinner.tsx';

interface ForcedRedirectProps {
  /** Whether somebody has just signed in, who is told where they are being led. */
  isAnnounced: boolean;
}

/** Leads on to where the member wanted to go before signing in, else to the dashboard. */
export function ForcedRedirect({ isAnnounced }: ForcedRedirectProps) {
  const [, navigate] = useLocation();
  const isSet = useRef(false);
  const path = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [announced, setAnnounced] = useState<{ path: string; delayMs: number }>();

  useEffect(() => {
    if (isSet.current) return;
    isSet.current = true;
    path.current ??= takeReturnPath();
    const destination = path.current;
    const delayMs = redirectDelay(destination);
    const go = () => {
      forgetSignInFlags();
      navigate(destination, { replace: true });
      // Gone by then, unless the router is stuck: then the browser itself goes there.
      timer.current = setTimeout(() => location.assign(destination), redirectFallbackMs);
    };
    // A second announcement on the heels of the first would only be in the way.
    if (!isAnnounced || !setsRedirect()) return go();
    setAnnounced({ path: destination, delayMs });
    timer.current = setTimeout(go, delayMs);
  }, [isAnnounced, navigate]);

  // Whoever has gone elsewhere meanwhile is not led away from there. Development mounts everything twice, and then it begins anew.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      isSet.current = false;
    },
    [],
  );

  return (
    <>
      {announced && (
        <p className="redirect-banner" role="status">
          Redirecting to {announced.path} in {announced.delayMs}ms...
        </p>
      )}
      <Spinner label="Taking you there…" />
    </>
  );
}
