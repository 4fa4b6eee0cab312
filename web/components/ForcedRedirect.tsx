import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { redirectFallbackMs } from '#schema/rules.ts';
import { Spinner } from '#web/components/Spinner.tsx';
import { redirectDelay, setsRedirect } from '#web/lib/forced-redirect.ts';
import { takeReturnPath } from '#web/lib/session.ts';
import { forgetSignInFlags } from '#web/lib/sign-in-flags.ts';

interface ForcedRedirectProps {
  /** Whether somebody has just signed in, who is told where they are being led. */
  isAnnounced: boolean;
}

/** Leads on to where the member wanted to go before signing in, else to the dashboard. */
export function ForcedRedirect({ isAnnounced }: ForcedRedirectProps) {
  const [, navigate] = useLocation();
  const isSet = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [announced, setAnnounced] = useState<{ path: string; delayMs: number }>();

  useEffect(() => {
    if (isSet.current) return;
    isSet.current = true;
    const path = takeReturnPath();
    const delayMs = redirectDelay(path);
    const go = () => {
      forgetSignInFlags();
      navigate(path, { replace: true });
      // Gone by then, unless the router is stuck: then the browser itself goes there.
      timer.current = setTimeout(() => location.assign(path), redirectFallbackMs);
    };
    // A second announcement on the heels of the first would only be in the way.
    if (!isAnnounced || !setsRedirect()) return go();
    setAnnounced({ path, delayMs });
    timer.current = setTimeout(go, delayMs);
  }, [isAnnounced, navigate]);

  // Whoever has gone elsewhere meanwhile is not led away from there.
  useEffect(() => () => clearTimeout(timer.current), []);

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
