/** Signed links to downloads that a browser navigates to, where it cannot send a bearer token. Rulings section 11. */
import { downloadLinkTtlSeconds } from '#schema/rules.ts';
import type { AdminCaller } from '#worker/domain/administrator.ts';
import { keyedHash } from './random.ts';
import { isSame } from './same-text.ts';

/** `path` with its query, open for 60 seconds to whoever holds the link, as long as the session it was signed in holds. */
export async function signDownload(key: CryptoKey, path: string, caller: AdminCaller, now: number): Promise<string> {
  const url = new URL(path, 'http://path.invalid');
  url.searchParams.delete('signature');
  url.searchParams.set('admin', String(caller.adminId));
  url.searchParams.set('session', caller.sessionHash);
  url.searchParams.set('expires', String(now + downloadLinkTtlSeconds));
  url.searchParams.set('signature', await signatureOf(key, url));
  return url.pathname + url.search;
}

/** In whose name a link was signed; undefined where it is altered or its time is over. */
export async function readDownload(key: CryptoKey, url: URL, now: number): Promise<AdminCaller | undefined> {
  const signed = new URL(url);
  const signature = signed.searchParams.get('signature') ?? '';
  signed.searchParams.delete('signature');
  if (!isSame(signature, await signatureOf(key, signed))) return undefined;
  if (Number(signed.searchParams.get('expires')) <= now) return undefined;
  return { adminId: Number(signed.searchParams.get('admin')), sessionHash: signed.searchParams.get('session') ?? '' };
}

function signatureOf(key: CryptoKey, url: URL): Promise<string> {
  return keyedHash(key, 'download', url.pathname + url.search);
}
