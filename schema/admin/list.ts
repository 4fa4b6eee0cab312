/** What every list of the administrators' area takes. Product rules: Administrators. */
import * as v from 'valibot';
import { listPageRows, listPageRowsAtMost, searchMaxLength } from '#schema/rules.ts';

/** Query of a list: search, page, order (`name` or `-name`), days (`from`, `to`) and the list's own filters beside them. */
export const ListParameters = v.looseObject({
  q: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      // Code points, not UTF-16 units: as many letters in every script, of at most four bytes each.
      v.check((text) => [...text].length <= searchMaxLength, `Search for at most ${searchMaxLength} characters`),
    ),
    '',
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, 'limit must be a whole number'),
      v.transform(Number),
      v.minValue(1, 'limit must be at least 1'),
      v.maxValue(listPageRowsAtMost, `limit can be at most ${listPageRowsAtMost}`),
    ),
    String(listPageRows),
  ),
  // It holds the text that the last row was sorted by.
  cursor: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
  sort: v.optional(v.string()),
  /** UTC, YYYY-MM-DD; both days belong to it. */
  from: v.optional(v.string()),
  to: v.optional(v.string()),
});
export type ListParameters = v.InferOutput<typeof ListParameters>;

/** Headers of a list's answer, beside `Link: <…>; rel="next"`. */
export const totalHeader = 'X-Total-Count';
/** `true` where the total is a lower bound: there are more matches than were counted. */
export const totalIsMinimumHeader = 'X-Total-Count-Is-Minimum';
/** Where a page is not full because looking stopped after so many rows; the next page goes on. */
export const scannedRowsHeader = 'X-Looked-Through';

/** POST /api/admin/download-links: the path of a download, with its query; answers it signed for 60 seconds. */
export const DownloadLinkRequest = v.strictObject({
  // A search of 500 characters takes up to twelve times as many in an address.
  path: v.pipe(v.string('path is required'), v.maxLength(8_000, 'This address is too long')),
});
export const DownloadLink = v.object({ url: v.string() });
