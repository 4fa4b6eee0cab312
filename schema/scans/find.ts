/** What became of finds: a member's own, and for owners those of their cards. Product rules: Finds and notes to owners. */
import * as v from 'valibot';
import { isoInstant, requiredText } from '#schema/fields.ts';
import { shownVisibilities } from '#schema/finding/shown-place.ts';
import { logMaxLength } from '#schema/rules.ts';

/** How often owners who want it get a digest of finds. */
export const digestFrequencies = ['daily', 'weekly'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

/** PUT /api/finds/{cardId}/log. Line breaks become spaces. */
export const LogRequest = v.strictObject({
  text: v.pipe(
    v.string('Write a line for the owner'),
    v.transform((text) => text.replace(/\s+/g, ' ')),
    requiredText('Write a line for the owner', logMaxLength),
  ),
});
export type LogRequest = v.InferOutput<typeof LogRequest>;

/** A finder's own line. */
export const FindLog = v.object({ text: v.string(), writtenAt: isoInstant });
export type FindLog = v.InferOutput<typeof FindLog>;

/** A card that the member has found. */
export const FoundCard = v.object({
  id: v.number(),
  cardId: v.string(),
  /** The owner's name for the place; null where there is none, and where the card is found nowhere any more. */
  name: v.nullable(v.string()),
  foundAt: isoInstant,
  tokens: v.number(),
  /** As others may see it; null where the card is not on the map. */
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number(), visibility: v.picklist(shownVisibilities) })),
  log: v.nullable(FindLog),
  /** Whether somebody would read a line. */
  takesLog: v.boolean(),
});
export type FoundCard = v.InferOutput<typeof FoundCard>;

/** GET /api/finds, newest first. */
export const FoundCards = v.object({ finds: v.array(FoundCard), nextCursor: v.nullable(v.string()) });
export type FoundCards = v.InferOutput<typeof FoundCards>;

/** GET /api/finds/{cardId}: what a find of the member's means, once it is made. */
export const FindMoment = v.object({
  /** Their how many-th this is, counting those that stand; null beyond what is counted. */
  number: v.nullable(v.number()),
  /** Whether the card is somebody's, who would read a line. */
  takesLog: v.boolean(),
});
export type FindMoment = v.InferOutput<typeof FindMoment>;

/** A line on one's own card. `finder` is a user name, or null where the finder has none. */
export const CardLog = v.object({
  id: v.number(),
  finder: v.nullable(v.string()),
  text: v.string(),
  writtenAt: isoInstant,
  isHidden: v.boolean(),
});
export type CardLog = v.InferOutput<typeof CardLog>;

/** GET /api/cache-cards/{cardId}/activity: the last weeks, the oldest first, each from a Monday (UTC) on; and the newest lines. */
export const CardActivity = v.object({
  weeks: v.array(v.object({ startsOn: v.pipe(v.string(), v.isoDate()), finds: v.number() })),
  lastFindAt: v.nullable(isoInstant),
  logs: v.array(CardLog),
});
export type CardActivity = v.InferOutput<typeof CardActivity>;
