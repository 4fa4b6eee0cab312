import { useEffect } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { renewDevice } from '#web/features/notifications/push-device.ts';
import { isViewing } from '#web/lib/viewing.ts';

/** Closes the notifications on this device and clears the number on the app icon, which counts them, because the member sees the news now. */
export function useSeenNews({ id, notice }: Pick<User, 'id' | 'notice'>): void {
  const hasNotice = notice !== null;
  useEffect(() => {
    if (isViewing()) return;
    void closeNotifications();
    // With a notice, the page sets the number itself (web/features/certificates/trip/app-badge.ts).
    if (!hasNotice) navigator.clearAppBadge?.().catch(() => undefined);
    renewDevice(id).catch(() => undefined);
  }, [id, hasNotice]);
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const notifications = await registration?.getNotifications?.().catch(() => []);
  for (const notification of notifications ?? []) notification.close();
}
