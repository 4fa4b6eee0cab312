/**
 * Known devices. A device has a random id and a proof for each of its accounts, up to five. A proof consists of the time of the last
 * sign-in and our MAC over device, account and time. Only the MAC ties a proof to its account, so the cookie does not reveal the accounts.
 */
import { knownDeviceTtlSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash, randomToken } from './random.ts';

/** Maximum number of accounts per device; the oldest one is dropped. */
const maxAccounts = 5;
/** Number of base64url characters in a random id or MAC (132 bits). */
const tokenLength = 22;
const cookiePattern = /^[\w-]{22}(\.\d{1,12}\.[\w-]{22}){1,5}$/;

/** Account of a member or an administrator, identified by kind and id. */
export interface DeviceAccount {
  kind: 'member' | 'admin';
  id: number;
}

interface Proof {
  signedInAt: Seconds;
  seal: string;
}

export interface Device {
  id: string;
  proofs: Proof[];
}

export function newDevice(): Device {
  return { id: randomToken().slice(0, tokenLength), proofs: [] };
}

/** Parses the cookie; undefined if it is malformed. Does not verify the proofs; see `findSignInTime`. */
export function readDevice(text: string | undefined): Device | undefined {
  if (text === undefined || !cookiePattern.test(text)) return undefined;
  const [id = '', ...parts] = text.split('.');
  const proofs = parts.flatMap((part, index) => (index % 2 === 0 ? [{ signedInAt: Number(part), seal: parts[index + 1] ?? '' }] : []));
  return { id, proofs };
}

export function writeDevice({ id, proofs }: Device): string {
  return [id, ...proofs.flatMap(({ signedInAt, seal }) => [signedInAt, seal])].join('.');
}

export async function withProof(key: CryptoKey, device: Device, account: DeviceAccount, now: Seconds): Promise<Device> {
  const seals = await listSeals(key, device, account);
  const remainingProofs = device.proofs.filter(({ seal }, index) => !constantTimeEqual(seal, seals[index] ?? ''));
  const proof = { signedInAt: now, seal: await signSeal(key, device, account, now) };
  return { id: device.id, proofs: [proof, ...remainingProofs].slice(0, maxAccounts) };
}

/** Returns when the device last signed in to the account; undefined if the device has no valid proof from the last year. */
export async function findSignInTime(key: CryptoKey, device: Device, account: DeviceAccount, now: Seconds): Promise<Seconds | undefined> {
  const seals = await listSeals(key, device, account);
  const ownProofs = device.proofs.filter(({ seal }, index) => constantTimeEqual(seal, seals[index] ?? ''));
  return ownProofs.map((proof) => proof.signedInAt).find((at) => at <= now && now < at + knownDeviceTtlSeconds);
}

/** Returns the counter key for the device's failed sign-ins to an account. */
export function deviceHash(key: CryptoKey, device: Device, { kind, id }: DeviceAccount): Promise<string> {
  return keyedHash(key, 'device-counter', `${device.id}:${kind}:${id}`);
}

/** Returns the MACs that the device's proofs would have if they belonged to this account. */
function listSeals(key: CryptoKey, device: Device, account: DeviceAccount): Promise<string[]> {
  return Promise.all(device.proofs.map((proof) => signSeal(key, device, account, proof.signedInAt)));
}

function signSeal(key: CryptoKey, device: Device, { kind, id }: DeviceAccount, at: Seconds): Promise<string> {
  return keyedHash(key, 'device', `${device.id}:${kind}:${id}:${at}`);
}
