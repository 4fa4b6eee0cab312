/**
 * The cookie by which a device shows that it has signed in to an account before. Failed sign-ins of such a device are counted
 * by themselves: strangers who guess at the account, or share its address, cannot lock its owner out.
 */
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { knownDeviceTtlSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { firstAccepted } from '#worker/security/accepted.ts';
import { type DeviceAccount, deviceHash, newDevice, readDevice, signedInAt, withProof, writeDevice } from '#worker/security/device.ts';
import type { AppEnv } from './context.ts';
import { cookieName, setHostCookie } from './cookies.ts';

/** An account as its sign-in finds it. */
export interface FoundAccount {
  id: number;
  /** What was proved before counts no more: the password was changed since, or every session ended. */
  signInsValidFrom: Seconds;
}

const cookie = 'device';

function deviceOf<E extends AppEnv>(c: Context<E>) {
  return readDevice(getCookie(c, cookieName(cookie, c.var.config)));
}

/**
 * What the failures of this device are counted under, where it is known to the account; undefined where it is not. The
 * account is looked up only for who brings the cookie.
 */
export async function knownDevice<E extends AppEnv>(
  c: Context<E>,
  kind: DeviceAccount['kind'],
  findAccount: () => Promise<FoundAccount | undefined>,
): Promise<string | undefined> {
  const device = deviceOf(c);
  const found = device && (await findAccount());
  if (!found) return undefined;
  const { config, now } = c.var;
  const account = { kind, id: found.id };
  const at = await firstAccepted(config.accepted.linkSigning, (key) => signedInAt(key, device, account, now));
  return at !== undefined && at >= found.signInsValidFrom ? deviceHash(config.linkSigningKey, device, account) : undefined;
}

/** After a sign-in: the device is known to the account for a year. */
export async function rememberDevice<E extends AppEnv>(c: Context<E>, account: DeviceAccount): Promise<void> {
  const { config, now } = c.var;
  const device = await withProof(config.linkSigningKey, deviceOf(c) ?? newDevice(), account, now);
  setHostCookie(c, cookie, writeDevice(device), knownDeviceTtlSeconds);
}

/** The device is known to no account any more. */
export function forgetDevice<E extends AppEnv>(c: Context<E>): void {
  setHostCookie(c, cookie, '', 0);
}
