import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Shows a sign-in error and scrolls it into view because the pressed button may be far below. Disappears at the next attempt. */
export function AuthAlert({ message }: { message: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== undefined) box.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  if (message === undefined) return null;
  return (
    <div ref={box} className="auth-alert">
      <Alert tone="error" title={t`Authentication Error`}>
        {message || t`There was a problem signing in. Please try again.`}
      </Alert>
    </div>
  );
}
