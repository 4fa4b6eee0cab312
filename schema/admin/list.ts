/** Query parameters and response headers shared by all administrators' lists. Product rules: Administrators. */
import * as v from 'valibot';
import { listPageRows, maxListPageRows, searchMaxLength } from '#schema/rules.ts';

/**
 * Query parameters of a list in the admin area: search, cursor, sort order (`name` or `-name`), date range (`from`, `to`) and the list's
 * own filters.
 */
export const ListParameters = v.looseObject({
  q: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      // Counts code points instead of UTF-16 code units so that the length limit is the same in every script. A code point takes at most
      // four bytes in UTF-8.
      v.check((text) => [...text].length <= searchMaxLength, `Search terms can have at most ${searchMaxLength} characters`),
    ),
    '',
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, 'limit must be a whole number'),
      v.transform(Number),
      v.minValue(1, 'limit must be at least 1'),
      v.maxValue(maxListPageRows, `limit can be at most ${maxListPageRows}`),
    ),
    String(listPageRows),
  ),
  // The limit is high because the cursor includes the last row's sort value, which may be long.
  cursor: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
  sort: v.optional(v.string()),
  /** UTC date, YYYY-MM-DD. The range includes both ends. */
  from: v.optional(v.string()),
  to: v.optional(v.string()),
});
export type ListParameters = v.InferOutput<typeof ListParameters>;

/** Response header with the total number of matches. The URL of the next page is in the `Link: <…>; rel="next"` header. */
export const totalHeader = 'X-Total-Count';
/** Response header that is `true` if the total is a lower bound. */
export const totalIsMinimumHeader = 'X-Total-Count-Is-Minimum';
/**
 * Response header with the number of rows scanned, set if the query reached its scan limit before filling the page. The next page starts
 * after the last scanned row.
 */
export const scannedRowsHeader = 'X-Looked-Through';

/** Body of POST /api/admin/download-links, which signs the path and query of a download. The signature is valid for 60 seconds. */
export const DownloadLinkRequest = v.strictObject({
  // Maximum length of the path and query. URL encoding can make a 500-character search term up to twelve times as long.
  path: v.pipe(v.string('path is required'), v.maxLength(8_000, 'This address is too long')),
});
export const DownloadLink = v.object({ url: v.string() });
