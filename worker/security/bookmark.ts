/** Signed bookmarks. The database waits forever for a made-up bookmark, so only ours are accepted. */
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

const purpose = 'bookmark';

/** The signature is appended, so that signed bookmarks sort like bookmarks. */
export async function signBookmark(key: CryptoKey, bookmark: string): Promise<string> {
  return `${bookmark}.${await keyedHash(key, purpose, bookmark)}`;
}

/** Undefined if not signed with this key. */
export async function readBookmark(key: CryptoKey, signedBookmark: string): Promise<string | undefined> {
  const [, bookmark, signature] = /^([\w-]{1,200})\.([\w-]{22})$/.exec(signedBookmark) ?? [];
  if (bookmark === undefined || signature === undefined) return undefined;
  return constantTimeEqual(signature, await keyedHash(key, purpose, bookmark)) ? bookmark : undefined;
}
