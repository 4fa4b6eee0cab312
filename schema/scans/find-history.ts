/** A member's finds: counts by month, map and search. Separate from find.ts so that the page of a scanned card does not load it. */
import * as v from 'valibot';
import { textMaxLength } from '#schema/fields.ts';
import { shownVisibilities } from '#schema/finding/shown-place.ts';
import { PageQuery } from '#schema/page-query.ts';
import { FoundCard } from '#schema/scans/find.ts';

/** Maximum number of finds that one request can select by id, and maximum number of search results. */
export const maxSelectedFinds = 50;

/** Query of GET /api/finds. With `ids`, the response contains only those finds of the member. */
export const FoundCardsQuery = v.object({
  ...PageQuery.entries,
  ids: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}(,\d{1,15})*$/, 'ids are numbers separated by commas'),
      v.transform((text) => text.split(',').map(Number)),
      v.maxLength(maxSelectedFinds, `Select at most ${maxSelectedFinds} finds`),
    ),
  ),
});

/** A member's finds in one UTC month. */
export const FoundMonth = v.object({
  /** YYYY-MM. */
  month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/)),
  finds: v.number(),
  /** Id of the month's newest find. Pass `cursor=newestId+1` to GET /api/finds to start the list at this find. */
  newestId: v.number(),
  /** Ordinal of the month's newest find among all of the member's finds, starting from the first; null above `maxSummarizedFinds`. */
  number: v.nullable(v.number()),
});
export type FoundMonth = v.InferOutput<typeof FoundMonth>;

/**
 * A find on the map: id, number (null above `maxSummarizedFinds`), latitude, longitude, visibility. A tuple keeps the response small
 * because a member may have thousands of finds.
 */
export const FoundPoint = v.tuple([v.number(), v.nullable(v.number()), v.number(), v.number(), v.picklist(shownVisibilities)]);
export type FoundPoint = v.InferOutput<typeof FoundPoint>;

/** Response of GET /api/finds/summary. Months and points are sorted newest first. */
export const FindSummary = v.object({
  /** Number of finds, excluding revoked ones; null above `maxSummarizedFinds`. */
  total: v.nullable(v.number()),
  months: v.array(FoundMonth),
  points: v.array(FoundPoint),
});
export type FindSummary = v.InferOutput<typeof FindSummary>;

/**
 * Query of GET /api/finds/search. The response also contains the finds in `ids`, which the page selected by town because the server does
 * not know the towns.
 */
export const FindSearchQuery = v.object({
  q: v.pipe(v.string(), v.trim(), v.minLength(1, 'q is the text to search for'), v.maxLength(textMaxLength, 'q is too long')),
  ids: FoundCardsQuery.entries.ids,
});

export const NumberedFind = v.object({ ...FoundCard.entries, number: v.nullable(v.number()) });
export type NumberedFind = v.InferOutput<typeof NumberedFind>;

/** Response of GET /api/finds/search: at most `maxSelectedFinds` matches, newest first. */
export const FindMatches = v.object({ finds: v.array(NumberedFind), hasMore: v.boolean() });
export type FindMatches = v.InferOutput<typeof FindMatches>;
