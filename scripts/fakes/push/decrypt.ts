/** Decrypts push messages as browsers do (RFC 8291 with the encoding aes128gcm, RFC 8188), and checks their signature (RFC 8292). */
import { compactVerify, importJWK } from 'jose';
import type { Subscription } from '#scripts/fakes/push/state.ts';

const utf8 = new TextEncoder();
const fromBase64url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

export async function decryptPush(body: Uint8Array, { publicKey, privateKey, secret }: Subscription): Promise<string> {
  const [salt, keyLength] = [body.slice(0, 16), body[20] ?? 0];
  const senderKey = body.slice(21, 21 + keyLength);
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: await crypto.subtle.importKey('raw', senderKey, curve, false, []) },
    await crypto.subtle.importKey('jwk', privateKey, curve, false, ['deriveBits']),
    256,
  );
  const info = Buffer.concat([utf8.encode('WebPush: info\0'), fromBase64url(publicKey), senderKey]);
  const inputKey = await deriveBytes(new Uint8Array(shared), fromBase64url(secret), info, 32);
  const contentKey = await deriveBytes(inputKey, salt, utf8.encode('Content-Encoding: aes128gcm\0'), 16);
  const iv = await deriveBytes(inputKey, salt, utf8.encode('Content-Encoding: nonce\0'), 12);
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt']);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, body.slice(21 + keyLength)));
  // The byte 2 ends the content of the last record; zeros follow.
  return new TextDecoder().decode(padded.slice(0, padded.lastIndexOf(2)));
}

async function deriveBytes(
  inputKey: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', inputKey, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}

/** Throws unless the header is a valid VAPID signature for this host. */
export async function checkSignature(authorization: string | undefined, host: string | undefined): Promise<void> {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (!token || !key) throw new Error('Authorization is not VAPID.');
  const point = fromBase64url(key);
  const coordinate = (start: number) => Buffer.from(point.slice(start, start + 32)).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const { payload } = await compactVerify(token, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] });
  const { aud, exp, sub } = JSON.parse(new TextDecoder().decode(payload)) as { aud: string; exp: number; sub: string };
  if (new URL(aud).host !== host) throw new Error(`The signature is for ${aud}.`);
  if (exp <= Date.now() / 1_000 || exp > Date.now() / 1_000 + 24 * 3_600) throw new Error('The signature must expire within 24 hours.');
  if (!/^(mailto:|https?:)/.test(sub)) throw new Error('The signature names no contact.');
}
