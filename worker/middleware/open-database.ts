/** Chooses between the primary and a replica for reads, based on the request's bookmark. */
import { bookmarkHeader } from '#schema/bookmark.ts';
import { readBookmark } from '#worker/security/bookmark.ts';
import { firstAccepted } from '#worker/security/first-accepted.ts';
import { type ReadConsistency, RequestDatabase } from '#worker/store/request-database.ts';

const primaryOnly = new WeakSet<Request>();

/** Returns the same request, marked to read only from the primary. */
export function repeatAtPrimary(request: Request): Request {
  const repeatedRequest = new Request(request);
  primaryOnly.add(repeatedRequest);
  return repeatedRequest;
}

/** Opens the database. Reads from the primary if the request has a bookmark that none of `keys` signed. */
export async function openDatabase(
  d1: D1Database,
  request: Request,
  keys: CryptoKey[],
  consistency: ReadConsistency,
): Promise<RequestDatabase> {
  const signedBookmark = request.headers.get(bookmarkHeader);
  if (primaryOnly.has(request)) return new RequestDatabase(d1, 'primary');
  if (signedBookmark === null) return new RequestDatabase(d1, consistency);
  const bookmark = await firstAccepted(keys, (key) => readBookmark(key, signedBookmark));
  return new RequestDatabase(d1, bookmark === undefined ? 'primary' : consistency, bookmark);
}
