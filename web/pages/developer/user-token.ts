/** Decodes the user's token without verifying it. */
import * as v from 'valibot';

const Payload = v.object({ userId: v.number(), email: v.string(), exp: v.number() });
export type TokenPayload = v.InferOutput<typeof Payload>;

export function decodeToken(token: string): TokenPayload | null {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const payload: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
    return v.is(Payload, payload) ? payload : null;
  } catch {
    return null;
  }
}

/** Shortens a token to a few characters, enough to tell two tokens apart. */
export function tokenPreview(token: string): string {
  return token.length > 40 ? `${token.slice(0, 20)}…${token.slice(-12)}` : token;
}
