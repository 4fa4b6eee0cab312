import '#web/features/notifications/notifications.css';
import { useState } from 'react';
import { isAppleTouchDevice, isOnHomeScreen } from '#web/lib/home-screen.ts';

const storageKey = 'home_screen_hint';
const findsBeforeHint = 2;

/** On iPhones and iPads, explains once, after the second find, how to put the site on the home screen, which push notifications need. */
export function HomeScreenHint({ finds }: { finds: number }) {
  const [isWanted, setIsWanted] = useState(() => isAppleTouchDevice() && !isOnHomeScreen() && !wasDismissed());
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
    <aside className="push-offer" aria-label="Home screen">
      <p>
        <strong>Keep Cache Cards on your Home Screen.</strong> Tap Share, then Add to Home Screen. It opens faster, and can notify you.
      </p>
      <button type="button" className="ghost button-small" onClick={dismiss}>
        Got it
      </button>
    </aside>
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}
