import { sql } from 'drizzle-orm';
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { digestChoices as choices } from '#schema/accounts/my-data.ts';
import { cacheCards } from './cards.ts';
import { foreignId, rowId, seconds } from './columns.ts';
import { users } from './members.ts';

/** A finder's note to the owner of the card at that time. Later owners cannot see it. One note per finder and card. */
export const findLogs = sqliteTable(
  'find_logs',
  {
    id: rowId(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    ownerId: foreignId('owner_id', () => users.id).notNull(),
    text: text('text').notNull(),
    writtenAt: seconds('written_at').notNull(),
    hiddenAt: seconds('hidden_at'),
    /**
     * When the finder deleted the note, if the card's owner had hidden it. The row remains without the text so that a new note is hidden too.
     * Thanked notes to an erased owner remain without the text, too, so that the finder keeps the thanks.
     */
    removedAt: seconds('removed_at'),
    /** When the owner thanked the finder, and when the finder saw it. */
    thankedAt: seconds('thanked_at'),
    thanksSeenAt: seconds('thanks_seen_at'),
  },
  (t) => [
    uniqueIndex('find_logs_once').on(t.cardId, t.userId),
    index('find_logs_user').on(t.userId),
    index('find_logs_card').on(t.cardId, t.writtenAt),
    index('find_logs_owner').on(t.ownerId, t.writtenAt),
    index('find_logs_new_thanks').on(t.userId).where(sql`thanked_at IS NOT NULL AND thanks_seen_at IS NULL`),
    check('find_logs_text', sql`length(text) > 0`),
  ],
);

/**
 * How often owners receive a digest of finds. A member without a row has not chosen, which means weekly; the row is created when they get
 * their first card. Progress is stored as the ids of the last reported rows so that finds do not have to write to this
 * table.
 */
export const digestChoices = sqliteTable(
  'digest_choices',
  {
    userId: foreignId('user_id', () => users.id).primaryKey(),
    frequency: text('frequency', { enum: choices }).notNull(),
    /** The year 9999 if the digest is off. */
    nextAt: seconds('next_at').notNull(),
    /** When the member turned the digest off; null if it is on, or was turned off before that was recorded. */
    offAt: seconds('off_at'),
    /**
     * Cursors of the digest: the last ledger row and the last missing-card report included so far. Initially the last rows before the owner
     * turned on digests.
     */
    afterEntryId: integer('after_entry_id').notNull(),
    afterReportId: integer('after_report_id').notNull(),
    toldThrough: seconds('told_through').notNull(),
  },
  (t) => [index('digest_choices_due').on(t.nextAt)],
);

export const cardWatches = sqliteTable(
  'card_watches',
  {
    userId: foreignId('user_id', () => users.id).primaryKey(),
    /** Coordinates in degrees, rounded to hundredths (about 1 km). */
    latitude: real('latitude').notNull(),
    longitude: real('longitude').notNull(),
    radiusKm: integer('radius_km').notNull(),
    nextAt: seconds('next_at').notNull(),
    /**
     * Cursor: the last new card already processed for this member. Starts at the newest card when the member turns on emails about new
     * cards.
     */
    afterArrivalId: integer('after_arrival_id').notNull(),
  },
  (t) => [
    index('card_watches_due').on(t.nextAt),
    check('card_watches_rounded', sql`round(latitude, 2) = latitude AND round(longitude, 2) = longitude`),
    check('card_watches_place', sql`abs(latitude) <= 90 AND abs(longitude) <= 180`),
    check('card_watches_radius', sql`radius_km > 0`),
  ],
);

/** Cards that have been on the map, in the order in which a job detected them. Hiding a card and showing it again does not make it new. */
export const cardArrivals = sqliteTable(
  'card_arrivals',
  {
    id: rowId(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
  },
  (t) => [uniqueIndex('card_arrivals_once').on(t.cardId)],
);
