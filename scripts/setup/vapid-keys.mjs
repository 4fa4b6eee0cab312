import { generateKeyPairSync } from 'node:crypto';

/** Returns new keys for VAPID_KEYS: the public key as an uncompressed point and the private key, base64url, separated by a dot. */
export function createVapidKeys() {
  const { d = '', x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return `${point.toString('base64url')}.${d}`;
}
