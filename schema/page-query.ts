/** Query for a page of results, newest first. Pass the previous page's `nextCursor` as `?cursor=`; it is null on the last page. */
import * as v from 'valibot';

export const PageQuery = v.object({
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'limit is a number from 1 to 200'),
      v.transform(Number),
      v.minValue(1, 'limit is a number from 1 to 200'),
      v.maxValue(200, 'limit is a number from 1 to 200'),
    ),
    '50',
  ),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'cursor must be the nextCursor of another page'), v.transform(Number))),
});
export type PageQuery = v.InferOutput<typeof PageQuery>;
