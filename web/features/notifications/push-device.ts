import { t } from '@lingui/core/macro';
/** The push subscription of this browser. Permission is only asked for when the member turns notifications on. */
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { User } from '#schema/accounts/user.ts';
import { type Notifications, PushDeviceRequest } from '#schema/messages/notifications.ts';
import { closeNotifications } from '#web/features/notifications/close-notifications.ts';
import { forgetDevice, registerDevice } from '#web/features/notifications/notifications-api.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { memberStore } from '#web/lib/member-store.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { isViewing } from '#web/lib/viewing.ts';

/**
 * Members who get push notifications on this device, with the end of the token of the session that registered it. After a session has
 * expired, the next one registers the device again. A sign-out deletes the entry.
 */
const registeredSessions = memberStore('push_', v.string());
const tokenMark = () => getStoredToken()?.slice(-12) ?? null;

export type PushSupport = 'supported' | 'blocked' | 'needs_home_screen' | 'unsupported';

export function readPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isOutsideHomeScreen() ? 'needs_home_screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'supported';
}

/** Whether the site could be on the home screen of this iPhone or iPad, which push notifications need there, but was not opened from it. */
export function isOutsideHomeScreen(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

/** Thrown if the browser cannot show notifications. The message says why. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

/** Asks for permission if necessary, subscribes this browser, and registers it. `pushKey` is the site's public key, as base64url. */
export async function turnOnDevice(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRefused(t`Your browser blocks notifications for this site. Allow them in the site settings, then try again.`);
  await register(await subscribe(pushKey));
}

export async function turnOffDevice(): Promise<void> {
  await forgetDevice();
  await endSubscription();
}

/** Deletes the browser's subscription and who had turned it on. */
export async function endSubscription(): Promise<void> {
  registeredSessions.clearExcept(null);
  const subscription = await findSubscription();
  await subscription?.unsubscribe().catch(() => undefined);
}

/** Makes members who used this device before turn on push notifications again. */
export function forgetOtherDevices(memberId: number): void {
  registeredSessions.clearExcept(memberId);
}

/** Registers this device again if the member turned it on during an earlier session. Never asks for permission. */
export async function renewDevice(memberId: number): Promise<void> {
  const registered = registeredSessions.read(memberId);
  if (registered === null || tokenMark() === null || registered === tokenMark() || readPushSupport() !== 'supported') return;
  const subscription = await findSubscription();
  if (subscription) await register(subscription);
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await registerDevice(v.parse(PushDeviceRequest, { endpoint, keys }));
  const [memberId, mark] = [getTokenMemberId(), tokenMark()];
  if (memberId !== null && mark !== null) registeredSessions.store(memberId, mark);
}

async function subscribe(pushKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new PushRefused(t`Your browser doesn’t allow notifications here. Are you in a private window?`);
  const key = Uint8Array.from(atob(pushKey.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  const existing = await registration.pushManager.getSubscription();
  // A subscription made with another key of the site cannot be used any more.
  if (existing && !isSameKey(existing.options.applicationServerKey, key)) await existing.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new PushRefused(t`Your browser couldn’t reach its notification service. Please try again later.`);
  }
}

function isSameKey(buffer: ArrayBuffer | null, key: Uint8Array): boolean {
  const used = new Uint8Array(buffer ?? new ArrayBuffer(0));
  return used.length === key.length && used.every((byte, index) => byte === key[index]);
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null;
}

const notes = (): Record<Exclude<PushSupport, 'supported'>, string> => ({
  blocked: t`Your browser blocks notifications for this site. Allow them in the site settings, then try again.`,
  needs_home_screen: t`To get push notifications on this device, tap Share, then Add to Home Screen, and open Cache Cards from there.`,
  unsupported: t`This browser can’t show push notifications.`,
});

/** State of push notifications on this device. */
export function useDevice({ pushKey, isOnThisDevice }: Notifications) {
  const [support, setSupport] = useState(readPushSupport);
  const [refusal, setRefusal] = useState<string>();

  /** Turns this device on if it is off. Returns false, and sets `refusal`, if that is not possible. */
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

  return { turnOn, support, refusal, note: support === 'supported' ? undefined : notes()[support] };
}

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
