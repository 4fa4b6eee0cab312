/** The device cookie, and the information it reveals about accounts that have signed in on the device. */
import { beforeAll, expect, test } from 'vitest';
import { type Device, deviceHash, findSignInTime, newDevice, readDevice, withProof, writeDevice } from '#worker/security/device.ts';

const now = 1_800_000_000;
const year = 365 * 86_400;
const member = { kind: 'member', id: 7 } as const;

let key: CryptoKey;
let otherKey: CryptoKey;
beforeAll(async () => {
  [key, otherKey] = (await Promise.all(
    ['one', 'other'].map((secret) =>
      crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    ),
  )) as [CryptoKey, CryptoKey];
});

const throughCookie = (device: Device) => readDevice(writeDevice(device)) as Device;

test('a sign-in is proof for a year, for that account, on that device, under our key', async () => {
  const device = throughCookie(await withProof(key, newDevice(), member, now));
  expect(await findSignInTime(key, device, member, now)).toBe(now);
  expect(await findSignInTime(key, device, member, now + year - 1)).toBe(now);
  expect(await findSignInTime(key, device, member, now + year)).toBeUndefined();
  expect(await findSignInTime(key, device, member, now - 1)).toBeUndefined();
  expect(await findSignInTime(key, device, { kind: 'member', id: 8 }, now)).toBeUndefined();
  expect(await findSignInTime(key, device, { kind: 'admin', id: 7 }, now)).toBeUndefined();
  expect(await findSignInTime(key, { ...device, id: newDevice().id }, member, now)).toBeUndefined();
  expect(await findSignInTime(otherKey, device, member, now)).toBeUndefined();
});

test('a later sign-in replaces the earlier proof and leaves the device id and other accounts alone', async () => {
  const first = await withProof(key, newDevice(), member, now);
  const shared = await withProof(key, first, { kind: 'admin', id: 7 }, now + 1);
  const renewed = throughCookie(await withProof(key, shared, member, now + 2));
  expect(renewed.id).toBe(first.id);
  expect(renewed.proofs).toHaveLength(2);
  expect(await findSignInTime(key, renewed, member, now + 2)).toBe(now + 2);
  expect(await findSignInTime(key, renewed, { kind: 'admin', id: 7 }, now + 2)).toBe(now + 1);
});

test('a sixth account displaces the oldest one', async () => {
  let device = newDevice();
  for (let id = 1; id <= 6; id += 1) device = await withProof(key, device, { kind: 'member', id }, now + id);
  expect(throughCookie(device).proofs).toHaveLength(5);
  expect(await findSignInTime(key, device, { kind: 'member', id: 1 }, now + 6)).toBeUndefined();
  for (let id = 2; id <= 6; id += 1) expect(await findSignInTime(key, device, { kind: 'member', id }, now + 6)).toBe(now + id);
});

test('failed sign-ins are counted per device, account and kind of account', async () => {
  const [one, other] = [newDevice(), newDevice()];
  const hashes = [
    await deviceHash(key, one, member),
    await deviceHash(key, other, member),
    await deviceHash(key, one, { kind: 'member', id: 8 }),
    await deviceHash(key, one, { kind: 'admin', id: 7 }),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(hashes.join()).not.toContain(one.id);
});

test.each([
  undefined,
  '',
  'x',
  `${'x'.repeat(22)}`,
  `${'x'.repeat(22)}.1.short`,
  `${'x'.repeat(22)}.-1.${'y'.repeat(22)}`,
  `${'x'.repeat(22)}${`.1.${'y'.repeat(22)}`.repeat(6)}`,
])('%j is not a device cookie', (text) => {
  expect(readDevice(text)).toBeUndefined();
});
