/** What members achieved with their finds. The job `award-medals` derives all of it, so it can be derived again from scratch. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cacheCards } from './cards.ts';
import { foreignId, seconds } from './columns.ts';
import { users } from './members.ts';

export const memberProgress = sqliteTable(
  'member_progress',
  {
    userId: foreignId('user_id', () => users.id).primaryKey(),
    /** Incremented whenever the member's finds change. The other columns describe the state of `derived_revision`. */
    revision: integer('revision').notNull().default(1),
    derivedRevision: integer('derived_revision').notNull().default(0),
    finds: integer('finds').notNull().default(0),
    towns: integer('towns').notNull().default(0),
    countries: integer('countries').notNull().default(0),
    seasons: integer('seasons').notNull().default(0),
    placements: integer('placements').notNull().default(0),
    cardFinds: integer('card_finds').notNull().default(0),
    thanks: integer('thanks').notNull().default(0),
    /** Weeks with a find in the trail that ends with `last_week`. */
    trailWeeks: integer('trail_weeks').notNull().default(0),
    longestTrail: integer('longest_trail').notNull().default(0),
    restWeeks: integer('rest_weeks').notNull().default(0),
    /** First and last week of the trail (schema/progress/weeks.ts); null without finds. */
    firstWeek: integer('first_week'),
    lastWeek: integer('last_week'),
    /** Bit n is 1 if week `last_week` - n had a find. */
    weekBits: integer('week_bits').notNull().default(0),
    /** Bit n is 1 if a rest week was used for week `last_week` - n. */
    restBits: integer('rest_bits').notNull().default(0),
    /** Last UTC day with a find, in days since 1970, as of the last find counted for the founder's numbers; null if none. */
    lastFindDay: integer('last_find_day'),
  },
  (t) => [
    index('member_progress_stale').on(t.userId).where(sql`revision <> derived_revision`),
    check('member_progress_weeks', sql`(first_week IS NULL) = (last_week IS NULL)`),
  ],
);

/** Earned medals (schema/progress/medals.ts). */
export const memberMedals = sqliteTable(
  'member_medals',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    medal: text('medal').notNull(),
    earnedAt: seconds('earned_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.medal] })],
);

/**
 * The nearest town to each card's public location. A row applies to the card's scans from `from_scan_id` on, until the next row, so that a
 * find keeps its town when the card moves. The table is WITHOUT ROWID.
 */
export const cardTowns = sqliteTable(
  'card_towns',
  {
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    fromScanId: integer('from_scan_id').notNull(),
    /** Public location in millionths of a degree; null if the card was not on the map. Once its owner is erased, only the hemisphere is left. */
    latitudeE6: integer('latitude_e6'),
    longitudeE6: integer('longitude_e6'),
    /** Name, region and country code, such as `Asheville|North Carolina|US`; null if no town is near. */
    town: text('town'),
  },
  (t) => [primaryKey({ columns: [t.cardId, t.fromScanId] })],
);
