/** Encrypts secrets that are stored in the database. Uses AES-GCM with keys derived from the signing keys. */
import { base64url } from 'jose';
import { sha256 } from './random.ts';

const nonceBytes = 12;

/** Derives an encryption key for `purpose` from a signing secret with HKDF. The key is independent of the signing key. */
export async function sealingKey(secret: string, purpose: string): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const keyMaterial = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) };
  return crypto.subtle.deriveKey(parameters, keyMaterial, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** An encryption key with an id. The id is stored with each ciphertext so that rows encrypted with a previous key can be found. */
export interface NamedKey {
  id: string;
  key: CryptoKey;
}

export async function namedKey(secret: string, purpose: string): Promise<NamedKey> {
  return { id: (await sha256(`${purpose}:${secret}`)).slice(0, 8), key: await sealingKey(secret, purpose) };
}

/** Encrypts `text`. `owner` is authenticated so that a ciphertext cannot be moved to another row. */
export async function seal(key: CryptoKey, text: string, owner: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const parameters = { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(owner) };
  const sealedSecret = await crypto.subtle.encrypt(parameters, key, new TextEncoder().encode(text));
  return `${base64url.encode(nonce)}.${base64url.encode(new Uint8Array(sealedSecret))}`;
}

/** Decrypts a ciphertext; returns undefined unless it was encrypted with this key for this owner. */
export async function unseal(key: CryptoKey, sealedSecret: string, owner: string): Promise<string | undefined> {
  const [nonce = '', text = ''] = sealedSecret.split('.');
  try {
    const iv = new Uint8Array(base64url.decode(nonce));
    const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(owner) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, new Uint8Array(base64url.decode(text))));
  } catch {
    return undefined;
  }
}
