/** The database as a request reads it. */
import { bookmarkHeader } from '#schema/bookmark.ts';
import { firstAccepted } from '#worker/security/accepted.ts';
import { readBookmark } from '#worker/security/bookmark.ts';
import { type Reading, RequestDatabase } from '#worker/store/request-database.ts';

/** Requests that are answered once more, at the primary. */
const repeated = new WeakSet<Request>();

/** The same request again, to be answered by what the primary says. */
export function repeatAtPrimary(request: Request): Request {
  const again = new Request(request);
  repeated.add(again);
  return again;
}

/** A bookmark that none of `keys` has signed is dropped, and the primary asked. */
export async function openDatabase(d1: D1Database, request: Request, keys: CryptoKey[], reading: Reading): Promise<RequestDatabase> {
  const signed = request.headers.get(bookmarkHeader);
  if (repeated.has(request)) return new RequestDatabase(d1, 'primary');
  if (signed === null) return new RequestDatabase(d1, reading);
  const bookmark = await firstAccepted(keys, (key) => readBookmark(key, signed));
  return new RequestDatabase(d1, bookmark === undefined ? 'primary' : reading, bookmark);
}
