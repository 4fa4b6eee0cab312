/** The push subscription of this browser. Permission is only asked for when the member turns notifications on. */
import * as v from 'valibot';
import { PushDeviceRequest } from '#schema/messages/notifications.ts';
import { forgetDevice, registerDevice } from '#web/features/notifications/notifications-api.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { isAppleTouchDevice, isOnHomeScreen } from '#web/lib/home-screen.ts';
import { memberStore } from '#web/lib/member-store.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';

/**
 * Members who get push notifications on this device, with the end of the token of the session that registered it. After a session has
 * expired, the next one registers the device again. A sign-out deletes the entry.
 */
const registeredSessions = memberStore('push_', v.string());
const tokenMark = () => getStoredToken()?.slice(-12) ?? null;

export type PushSupport = 'supported' | 'blocked' | 'needs_home_screen' | 'unsupported';

export function readPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouchDevice() && !isOnHomeScreen() ? 'needs_home_screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'supported';
}

/** Thrown if the browser cannot show notifications. The message says why. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

/** Asks for permission if necessary, subscribes this browser, and registers it. `pushKey` is the site's public key, as base64url. */
export async function turnOnDevice(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRefused('Your browser blocks notifications for this site. Allow them in the site settings, then try again.');
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
  if (!registration) throw new PushRefused('Your browser doesn’t allow notifications here, for example in a private window.');
  const key = Uint8Array.from(atob(pushKey.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  const existing = await registration.pushManager.getSubscription();
  // A subscription made with another key of the site cannot be used any more.
  if (existing && !isSameKey(existing.options.applicationServerKey, key)) await existing.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new PushRefused('Your browser couldn’t reach its notification service. Please try again later.');
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
