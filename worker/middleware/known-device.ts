/**
 * Cookie that identifies a device that has signed in to an account before. The device's failed sign-ins are counted separately so that
 * strangers who guess passwords or share its network address cannot lock the owner out.
 */
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { knownDeviceTtlSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { type DeviceAccount, deviceHash, findSignInTime, newDevice, readDevice, withProof, writeDevice } from '#worker/security/device.ts';
import { firstAccepted } from '#worker/security/first-accepted.ts';
import type { AppEnv } from './context.ts';
import { cookieName, setHostCookie } from './cookies.ts';

export interface FoundAccount {
  id: number;
  /** Cookies from sign-ins before this time are void because the password was changed or all sessions were ended. */
  signInsValidFrom: Seconds;
}

const cookie = 'device';

function readKnownDevice<E extends AppEnv>(c: Context<E>) {
  return readDevice(getCookie(c, cookieName(cookie, c.var.config)));
}

/**
 * Returns the counter key for this device's failed sign-ins; undefined if the device is not known to the account. Loads the account only if
 * the request has the cookie.
 */
export async function knownDevice<E extends AppEnv>(
  c: Context<E>,
  kind: DeviceAccount['kind'],
  findAccount: () => Promise<FoundAccount | undefined>,
): Promise<string | undefined> {
  const device = readKnownDevice(c);
  const foundAccount = device && (await findAccount());
  if (!foundAccount) return undefined;
  const { config, now } = c.var;
  const account = { kind, id: foundAccount.id };
  const at = await firstAccepted(config.accepted.linkSigning, (key) => findSignInTime(key, device, account, now));
  return at !== undefined && at >= foundAccount.signInsValidFrom ? deviceHash(config.linkSigningKey, device, account) : undefined;
}

/** Sets the cookie, which makes this device known to the account for a year. */
export async function rememberDevice<E extends AppEnv>(c: Context<E>, account: DeviceAccount): Promise<void> {
  const { config, now } = c.var;
  const device = await withProof(config.linkSigningKey, readKnownDevice(c) ?? newDevice(), account, now);
  setHostCookie(c, cookie, writeDevice(device), knownDeviceTtlSeconds);
}

export function forgetDevice<E extends AppEnv>(c: Context<E>): void {
  setHostCookie(c, cookie, '', 0);
}
