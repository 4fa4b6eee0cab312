import { useState } from 'react';
import type { Notifications } from '#schema/messages/notifications.ts';
import { PushRefused, type PushSupport, readPushSupport, turnOnDevice } from '#web/features/notifications/push-device.ts';

const reasons: Record<Exclude<PushSupport, 'supported'>, string> = {
  blocked: 'Your browser blocks notifications for this site. Allow them in the site settings, then try again.',
  needs_home_screen: 'To get push notifications on this device, tap Share, then Add to Home Screen, and open Cache Cards from there.',
  unsupported: 'This browser can’t show push notifications.',
};

/** State of push notifications on this device. */
export function useDevice({ pushKey, isOnThisDevice }: Notifications) {
  const [support, setSupport] = useState(readPushSupport);
  const [refusal, setRefusal] = useState<string>();

  /** Turns this device on if it is off. Returns false, and sets `reason`, if that is not possible. */
  async function turnOn(): Promise<boolean> {
    if (isOnThisDevice) return true;
    if (pushKey === null) return false;
    setRefusal(undefined);
    try {
      await turnOnDevice(pushKey);
      return true;
    } catch (error) {
      if (!(error instanceof PushRefused)) throw error;
      setRefusal(error.message);
      setSupport(readPushSupport());
      return false;
    }
  }

  return { turnOn, support, reason: refusal ?? (support === 'supported' ? undefined : reasons[support]) };
}
