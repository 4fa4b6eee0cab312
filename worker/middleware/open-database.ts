/** The database as a request reads it. */
import { bookmarkHeader } from '#schema/bookmark.ts';
import { firstAccepted } from '#worker/security/accepted.ts';
import { readBookmark } from '#worker/security/bookmark.ts';
import { type Reading, RequestDatabase } from '#worker/store/request-database.ts';

/** Requests that are repeated at the primary. */
const repeated = new WeakSet<Request>();

/** A copy of the request that reads from the primary. */
export function repeatAtPrimary(request: Request): Request {
  const repeat = new Request(request);
  repeated.add(repeat);
  return repeat;
}

/** A bookmark that none of `keys` has signed is dropped, and the primary asked. */
export async function openDatabase(d1: D1Database, request: Request, keys: CryptoKey[], reading: Reading): Promise<RequestDatabase> {
  const signed = request.headers.get(bookmarkHeader);
  if (repeated.has(request)) return new RequestDatabase(d1, 'primary');
  if (signed === null) return new RequestDatabase(d1, reading);
  const bookmark = await firstAccepted(keys, (key) => readBookmark(key, signed));
  return new RequestDatabase(d1, bookmark === undefined ? 'primary' : reading, bookmark);
}
