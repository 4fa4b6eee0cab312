/** A member's finds, and finders' notes to owners. Product rules: Finds and notes to owners. */
import * as v from 'valibot';
import { isoDay, isoInstant } from '#schema/fields.ts';
import { shownVisibilities } from '#schema/finding/shown-place.ts';

export const digestFrequencies = ['daily', 'weekly'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

/** A finder's note to the card's owner. Also the response of PUT /api/finds/{cardId}/log. */
export const FindLog = v.object({ text: v.string(), writtenAt: isoInstant, isThanked: v.boolean() });
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

export const FoundCards = v.object({
  finds: v.array(FoundCard),
  nextCursor: v.nullable(v.string()),
  /** Cards whose owners thanked the member since the member last saw their thanks, newest first. Only on the first page. */
  newThanks: v.optional(v.array(v.object({ cardId: v.string(), name: v.nullable(v.string()) }))),
});
export type FoundCards = v.InferOutput<typeof FoundCards>;

/** Response of GET /api/finds/{cardId}, which the page requests right after a find. */
export const FindMoment = v.object({
  /** Number of cards that the member has found, excluding revoked finds; null if it has reached `maxCountedFinds`. */
  number: v.nullable(v.number()),
  /** Whether the card has an owner who can receive a note. */
  takesLog: v.boolean(),
  /** Whether the card's owner earned tokens from the find. */
  paidOwner: v.boolean(),
  /** Whether the card has lost its owner, so that another member may ask to adopt it. */
  needsOwner: v.boolean(),
});
export type FindMoment = v.InferOutput<typeof FindMoment>;

/**
 * A finder's note about the caller's own card. `finder`, `finderMedal` and `writtenOn` are null until `finderHiddenSeconds` after the find.
 * `finder` is a username, or null if the finder has none; `finderMedal` is the medal that the finder shows.
 */
export const CardLog = v.object({
  id: v.number(),
  finder: v.nullable(v.string()),
  finderMedal: v.nullable(v.string()),
  text: v.string(),
  writtenOn: v.nullable(isoDay),
  isHidden: v.boolean(),
  isThanked: v.boolean(),
  /** The finder changed the note after the owner had thanked them. */
  isEditedSinceThanks: v.boolean(),
});
export type CardLog = v.InferOutput<typeof CardLog>;

/**
 * Response of GET /api/cache-cards/{cardId}/activity: finds per week (starting on Mondays, UTC), oldest first, and the most recent notes.
 */
export const CardActivity = v.object({
  weeks: v.array(v.object({ startsOn: isoDay, finds: v.number() })),
  logs: v.array(CardLog),
});
export type CardActivity = v.InferOutput<typeof CardActivity>;
