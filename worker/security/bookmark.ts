/**
 * Bookmarks as pages keep them. The database takes any text for one and waits for a state that never comes, so that each is
 * signed: nobody makes one up.
 */
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

const purpose = 'bookmark';

/** The bookmark with its signature behind it, so that signed ones sort like bookmarks. */
export async function signBookmark(key: CryptoKey, bookmark: string): Promise<string> {
  return `${bookmark}.${await keyedHash(key, purpose, bookmark)}`;
}

/** The bookmark; undefined where this key has not signed it. */
export async function readBookmark(key: CryptoKey, signed: string): Promise<string | undefined> {
  const [, bookmark, signature] = /^([\w-]{1,200})\.([\w-]{22})$/.exec(signed) ?? [];
  if (bookmark === undefined || signature === undefined) return undefined;
  return constantTimeEqual(signature, await keyedHash(key, purpose, bookmark)) ? bookmark : undefined;
}
