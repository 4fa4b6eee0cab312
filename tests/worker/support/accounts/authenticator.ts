/** A minimal WebAuthn authenticator: creates ES256 passkeys and signs with them, in the format that browsers send. */
import { base64url } from 'jose';
import type { CreationOptions, PasskeyAssertion, PasskeyAttestation, RequestOptions } from '#schema/accounts/passkey.ts';

export interface Circumstances {
  origin?: string;
  /** The passkey's RP ID. */
  site?: string;
  /** Whether the user was verified by fingerprint, face or PIN. */
  isVerified?: boolean;
  /** Signature counter; increases by one with each signature unless set. */
  counter?: number;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const joinBytes = (...parts: (Uint8Array | number[])[]) => new Uint8Array(parts.flatMap((part) => [...part]));
const digest = async (bytes: Uint8Array) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));

export class Authenticator {
  readonly id = base64url.encode(crypto.getRandomValues(new Uint8Array(16)));
  #keys: CryptoKeyPair | undefined;
  #counter = 0;

  async #pair(): Promise<CryptoKeyPair> {
    this.#keys ??= (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])) as CryptoKeyPair;
    return this.#keys;
  }

  async #data({ site = 'cards.test', isVerified = true, counter }: Circumstances, more: Uint8Array | number[] = []) {
    this.#counter = counter ?? this.#counter + 1;
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, this.#counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0);
    return joinBytes(await digest(bytesOf(site)), [flags], count, more);
  }

  async make({ challenge }: CreationOptions, circumstances: Circumstances = {}): Promise<PasskeyAttestation> {
    const key = (await crypto.subtle.exportKey('jwk', (await this.#pair()).publicKey)) as JsonWebKey;
    const [x, y] = [base64url.decode(key.x ?? ''), base64url.decode(key.y ?? '')];
    // COSE encoding of an elliptic curve key (2) for ES256 (-7) on P-256 (1).
    const cose = joinBytes([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20], x, [0x22, 0x58, 0x20], y);
    const id = base64url.decode(this.id);
    const data = await this.#data({ counter: 0, ...circumstances }, joinBytes(new Uint8Array(16), [0, id.length], id, cose));
    const text = (name: string) => joinBytes([0x60 | name.length], bytesOf(name));
    const attestation = joinBytes(
      [0xa3],
      text('fmt'),
      text('none'),
      text('attStmt'),
      [0xa0],
      text('authData'),
      [0x59, data.length >> 8, data.length & 0xff],
      data,
    );
    return {
      id: this.id,
      clientDataJSON: clientData('webauthn.create', challenge, circumstances),
      attestationObject: base64url.encode(attestation),
      transports: ['internal'],
    };
  }

  async show({ challenge }: RequestOptions, circumstances: Circumstances = {}): Promise<PasskeyAssertion> {
    const data = await this.#data(circumstances);
    const clientDataJSON = clientData('webauthn.get', challenge, circumstances);
    const signed = joinBytes(data, await digest(base64url.decode(clientDataJSON)));
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, (await this.#pair()).privateKey, signed);
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: base64url.encode(data),
      signature: base64url.encode(inDer(new Uint8Array(signature))),
    };
  }
}

function clientData(type: string, challenge: string, { origin = 'https://cards.test' }: Circumstances): string {
  return base64url.encode(bytesOf(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
}

/** Encodes the two integers of an ECDSA signature in DER, the format that authenticators send. */
function inDer(signature: Uint8Array): Uint8Array {
  const numbers = [signature.slice(0, 32), signature.slice(32)].map((number) => {
    const first = number.findIndex((byte) => byte !== 0);
    const short = number.slice(first);
    return (short[0] ?? 0) > 0x7f ? joinBytes([0], short) : short;
  });
  const body = joinBytes(...numbers.flatMap((number) => [[0x02, number.length], number]));
  return joinBytes([0x30, body.length], body);
}
