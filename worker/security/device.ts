/**
 * Devices that have signed in to an account before. A device has a random id and, for each of a few accounts, a proof: when
 * it last signed in there, and our seal on device, account and time. The seal alone ties a proof to its account, so that
 * nothing in it says whose account that is.
 */
import { knownDeviceTtlSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash, randomToken } from './random.ts';

/** Accounts that one device is known to; of one more the oldest is forgotten. */
const accountsAtMost = 5;
/** Of 132 random bits, and of a keyed hash. */
const tokenLength = 22;
const format = /^[\w-]{22}(\.\d{1,12}\.[\w-]{22}){1,5}$/;

/** The account; members and administrators have separate numbers. */
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

/** A device out of its cookie; undefined for any other text. Whether its proofs hold, `signedInAt` says. */
export function readDevice(text: string | undefined): Device | undefined {
  if (text === undefined || !format.test(text)) return undefined;
  const [id = '', ...parts] = text.split('.');
  const proofs = parts.flatMap((part, index) => (index % 2 === 0 ? [{ signedInAt: Number(part), seal: parts[index + 1] ?? '' }] : []));
  return { id, proofs };
}

export function writeDevice({ id, proofs }: Device): string {
  return [id, ...proofs.flatMap(({ signedInAt, seal }) => [signedInAt, seal])].join('.');
}

/** The device after it has signed in to an account. What it has of other accounts stays as it is. */
export async function withProof(key: CryptoKey, device: Device, account: DeviceAccount, now: Seconds): Promise<Device> {
  const seals = await sealsOf(key, device, account);
  const otherProofs = device.proofs.filter(({ seal }, index) => !constantTimeEqual(seal, seals[index] ?? ''));
  const proof = { signedInAt: now, seal: await sealOf(key, device, account, now) };
  return { id: device.id, proofs: [proof, ...otherProofs].slice(0, accountsAtMost) };
}

/** When the device last signed in to the account; undefined where it has no proof of that, or one that is over a year old. */
export async function signedInAt(key: CryptoKey, device: Device, account: DeviceAccount, now: Seconds): Promise<Seconds | undefined> {
  const seals = await sealsOf(key, device, account);
  const ownProofs = device.proofs.filter(({ seal }, index) => constantTimeEqual(seal, seals[index] ?? ''));
  return ownProofs.map((proof) => proof.signedInAt).find((at) => at <= now && now < at + knownDeviceTtlSeconds);
}

/** What the failed sign-ins of a device to an account are counted under. */
export function deviceHash(key: CryptoKey, device: Device, { kind, id }: DeviceAccount): Promise<string> {
  return keyedHash(key, 'device-counter', `${device.id}:${kind}:${id}`);
}

/** What the seals would be if all proofs were of that account. */
function sealsOf(key: CryptoKey, device: Device, account: DeviceAccount): Promise<string[]> {
  return Promise.all(device.proofs.map((proof) => sealOf(key, device, account, proof.signedInAt)));
}

function sealOf(key: CryptoKey, device: Device, { kind, id }: DeviceAccount, at: Seconds): Promise<string> {
  return keyedHash(key, 'device', `${device.id}:${kind}:${id}:${at}`);
}
