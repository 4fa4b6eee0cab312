/** What became of finds: lines that finders leave for owners, and the mails about finds and new cards that members chose. */
import { sql } from 'drizzle-orm';
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { digestFrequencies } from '#schema/scans/find.ts';
import { cacheCards } from './cards.ts';
import { foreignId, rowId, seconds } from './columns.ts';
import { users } from './members.ts';

/** A finder's line to whoever owned the card when it was written: a later owner never sees it. One a finder and card. */
export const findLogs = sqliteTable(
  'find_logs',
  {
    id: rowId(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    ownerId: foreignId('owner_id', () => users.id).notNull(),
    text: text('text').notNull(),
    writtenAt: seconds('written_at').notNull(),
    /** The owner does not want to see it. */
    hiddenAt: seconds('hidden_at'),
  },
  (t) => [
    uniqueIndex('find_logs_once').on(t.cardId, t.userId),
    index('find_logs_user').on(t.userId),
    index('find_logs_card').on(t.cardId, t.writtenAt),
    index('find_logs_owner').on(t.ownerId, t.writtenAt),
    check('find_logs_text', sql`length(text) > 0`),
  ],
);

/** Owners who want a digest of finds by mail. What it has told is known by the last rows that were there then, so that a find writes nothing for it. */
export const digestChoices = sqliteTable(
  'digest_choices',
  {
    userId: foreignId('user_id', () => users.id).primaryKey(),
    frequency: text('frequency', { enum: digestFrequencies }).notNull(),
    nextAt: seconds('next_at').notNull(),
    /** Of the ledger and of missing reports: the last row that was told, or was there before. */
    afterEntryId: integer('after_entry_id').notNull(),
    afterReportId: integer('after_report_id').notNull(),
    /** Of lines: the last second that was told. */
    toldThrough: seconds('told_through').notNull(),
  },
  (t) => [index('digest_choices_due').on(t.nextAt)],
);

/** Around which place a member wants to hear of new cards. */
export const cardWatches = sqliteTable(
  'card_watches',
  {
    userId: foreignId('user_id', () => users.id).primaryKey(),
    /** Degrees, rounded to hundredths: about 1 km is all that we know. */
    latitude: real('latitude').notNull(),
    longitude: real('longitude').notNull(),
    radiusKm: integer('radius_km').notNull(),
    nextAt: seconds('next_at').notNull(),
    /** The last arrival that was told, or was there before. */
    afterArrivalId: integer('after_arrival_id').notNull(),
  },
  (t) => [
    index('card_watches_due').on(t.nextAt),
    check('card_watches_rounded', sql`round(latitude, 2) = latitude AND round(longitude, 2) = longitude`),
    check('card_watches_place', sql`abs(latitude) <= 90 AND abs(longitude) <= 180`),
    check('card_watches_radius', sql`radius_km > 0`),
  ],
);

/** Cards that have ever been on the map, in the order in which a job noticed them: one that is hidden and shown again is not new. */
export const cardArrivals = sqliteTable(
  'card_arrivals',
  {
    id: rowId(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
  },
  (t) => [uniqueIndex('card_arrivals_once').on(t.cardId)],
);
