/** Product rules: Administrators. */
import * as v from 'valibot';
import { listPageRows, maxListPageRows, searchMaxLength } from '#schema/rules.ts';

/** Query of a list: search, page, sort (`name` or `-name`), days (`from`, `to`) and the list's own filters. */
export const ListParameters = v.looseObject({
  q: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      // Counts code points, not UTF-16 units, so that the limit is the same in every script; at most four bytes each.
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
  // Contains the sort text of the last row, which may be long.
  cursor: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
  sort: v.optional(v.string()),
  /** UTC, YYYY-MM-DD; an inclusive range. */
  from: v.optional(v.string()),
  to: v.optional(v.string()),
});
export type ListParameters = v.InferOutput<typeof ListParameters>;

/** Response headers of a list, next to `Link: <…>; rel="next"`. */
export const totalHeader = 'X-Total-Count';
/** `true` if the total is a lower bound. */
export const totalIsMinimumHeader = 'X-Total-Count-Is-Minimum';
/** Set if the scan hit its row limit before the page was full; the next page continues. */
export const scannedRowsHeader = 'X-Looked-Through';

/** POST /api/admin/download-links: signs a download's path and query for 60 seconds. */
export const DownloadLinkRequest = v.strictObject({
  // URL encoding can make a search of 500 characters up to twelve times as long.
  path: v.pipe(v.string('path is required'), v.maxLength(8_000, 'This address is too long')),
});
export const DownloadLink = v.object({ url: v.string() });
