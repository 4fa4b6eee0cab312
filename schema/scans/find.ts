/** A member's finds, and finders' notes to owners. Product rules: Finds and notes to owners. */
import * as v from 'valibot';
import { isoInstant, textMaxLength } from '#schema/fields.ts';
import { shownVisibilities } from '#schema/finding/shown-place.ts';
import { PageQuery } from '#schema/page-query.ts';
import { maxSelectedFinds } from '#schema/rules.ts';

export const digestFrequencies = ['daily', 'weekly'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

/** A finder's note to the card's owner. Also the response of PUT /api/finds/{cardId}/log. */
export const FindLog = v.object({ text: v.string(), writtenAt: isoInstant });
export type FindLog = v.InferOutput<typeof FindLog>;

export const FoundCard = v.object({
  id: v.number(),
  cardId: v.string(),
  /** The owner's name for the location; null if there is none, or if the card is no longer available. */
  name: v.nullable(v.string()),
  foundAt: isoInstant,
  tokens: v.number(),
  /** Public location of the card; null if it is not on the map. */
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number(), visibility: v.picklist(shownVisibilities) })),
  log: v.nullable(FindLog),
  /** Whether the card has an owner who can receive a note. */
  takesLog: v.boolean(),
});
export type FoundCard = v.InferOutput<typeof FoundCard>;

export const FoundCards = v.object({ finds: v.array(FoundCard), nextCursor: v.nullable(v.string()) });
export type FoundCards = v.InferOutput<typeof FoundCards>;

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

/** Finds of one UTC month. */
export const FoundMonth = v.object({
  /** YYYY-MM. */
  month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/)),
  finds: v.number(),
  /** Id of the month's newest find. `cursor=newestId+1` of GET /api/finds starts the list there. */
  newestId: v.number(),
  /** Number of the month's newest find among all finds, counted from the first; null above `maxSummarizedFinds`. */
  number: v.nullable(v.number()),
});
export type FoundMonth = v.InferOutput<typeof FoundMonth>;

/** A find on the map: id, number (null above `maxSummarizedFinds`), latitude, longitude, visibility. A tuple, because there may be thousands. */
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
 * Query of GET /api/finds/search. Also returns the finds in `ids`, because the page knows the towns near them and the server does not.
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

/** Response of GET /api/finds/{cardId}, which the page requests right after a find. */
export const FindMoment = v.object({
  /** Number of cards that the member has found, excluding revoked finds; null above the limit. */
  number: v.nullable(v.number()),
  /** Whether the card has an owner who can receive a note. */
  takesLog: v.boolean(),
  /** Whether the card's owner earned tokens from the find. */
  paidOwner: v.boolean(),
});
export type FindMoment = v.InferOutput<typeof FindMoment>;

/** A finder's note about the caller's own card. `finder` is a username, or null if the finder has none. */
export const CardLog = v.object({
  id: v.number(),
  finder: v.nullable(v.string()),
  text: v.string(),
  writtenAt: isoInstant,
  isHidden: v.boolean(),
});
export type CardLog = v.InferOutput<typeof CardLog>;

/**
 * Response of GET /api/cache-cards/{cardId}/activity: finds per week (starting on Mondays, UTC), oldest first, and the most recent notes.
 */
export const CardActivity = v.object({
  weeks: v.array(v.object({ startsOn: v.pipe(v.string(), v.isoDate()), finds: v.number() })),
  lastFindAt: v.nullable(isoInstant),
  logs: v.array(CardLog),
});
export type CardActivity = v.InferOutput<typeof CardActivity>;
