/** Signed database bookmarks. The database would wait forever for a forged bookmark, so only signed ones are accepted. */
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

const purpose = 'bookmark';

/** Appends the signature so that signed bookmarks sort in the same order as unsigned ones. */
export async function signBookmark(key: CryptoKey, bookmark: string): Promise<string> {
  return `${bookmark}.${await keyedHash(key, purpose, bookmark)}`;
}

/** Returns the bookmark; undefined if it was not signed with this key. */
export async function readBookmark(key: CryptoKey, signedBookmark: string): Promise<string | undefined> {
  const [, bookmark, signature] = /^([\w-]{1,200})\.([\w-]{22})$/.exec(signedBookmark) ?? [];
  if (bookmark === undefined || signature === undefined) return undefined;
  return constantTimeEqual(signature, await keyedHash(key, purpose, bookmark)) ? bookmark : undefined;
}
