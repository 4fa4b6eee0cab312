import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { isOutsideHomeScreen } from '#web/features/notifications/push-device.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

const storageKey = 'home_screen_hint';
const findsBeforeHint = 2;

/** On iPhones and iPads, explains once, after the second find, how to put the site on the home screen, which push notifications need. */
export function HomeScreenHint({ finds }: { finds: number }) {
  const [isWanted, setIsWanted] = useState(() => isOutsideHomeScreen() && !wasDismissed());
  if (!isWanted || finds < findsBeforeHint) return null;

  function dismiss() {
    setIsWanted(false);
    try {
      localStorage.setItem(storageKey, 'dismissed');
    } catch {
      // If storage is unavailable, the next visit shows the hint again.
    }
  }

  return (
    <Alert tone="info" title={t`Add Cache Cards to your Home Screen`}>
      <p>{t`Tap Share, then Add to Home Screen. Cache Cards then opens faster and can send you notifications.`}</p>
      <button type="button" className="link-button" onClick={dismiss}>{t`Got it`}</button>
    </Alert>
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}
