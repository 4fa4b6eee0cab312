import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, real, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cardStatuses } from '#schema/cards/card.ts';
import { reportAnswers } from '#schema/cards/report-answer.ts';
import { claimStatuses } from '#schema/claims/claim.ts';
import { mapKeySql } from '#schema/finding/map-key.ts';
import { placeVisibilities } from '#schema/finding/place-visibility.ts';
import { scanKinds } from '#schema/tokens/ledger-kinds.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { orders, printOrders } from './orders.ts';
import { reviewDecisions } from './reviews.ts';

export const cacheCards = sqliteTable(
  'cache_cards',
  {
    id: rowId(),
    cardId: text('card_id').notNull().unique(),
    /** Secret code of 8 Crockford base32 characters, which is part of the QR codes printed for members. */
    code: text('code').notNull(),
    userId: foreignId('user_id', () => users.id),
    status: text('status', { enum: cardStatuses }).notNull().default('ordered'),
    location: text('location'),
    description: text('description'),
    latitude: real('latitude'),
    longitude: real('longitude'),
    /** Precision of the public location. Null if the owner has not chosen a visibility, in which case the card is hidden. */
    visibility: text('visibility', { enum: placeVisibilities }),
    /**
     * Anchor point: the map shows the cell that contains it. It is the card's own location, an earlier location, or that of an older card
     * nearby.
     */
    anchorLatitude: real('anchor_latitude'),
    anchorLongitude: real('anchor_longitude'),
    /** Public location in millionths of a degree. */
    shownLatitudeE6: integer('shown_latitude_e6'),
    shownLongitudeE6: integer('shown_longitude_e6'),
    /** When the card became active, through its first scan or the placement form. */
    placedDate: seconds('placed_date'),
    /** When the owner first submitted the placement form, which marks the card as placed. */
    placementAt: seconds('placement_at'),
    placementConfirmedAt: seconds('placement_confirmed_at'),
    /** When the owner last moved the placed card. Applies only if later than `placementAt`, because a new owner starts over. */
    movedAt: seconds('moved_at'),
    /**
     * When the owner last submitted the placement form or took the card off the map. Applies only if not earlier than `placementAt`, because
     * a new owner starts over.
     */
    editedAt: seconds('edited_at'),
    /** When the owner last confirmed that the card is in place. Reset by the trigger `cache_cards_new_owner`. */
    checkedAt: seconds('checked_at'),
    /**
     * True once the card has had more than one owner, after which its placements earn no reward. Set by the trigger
     * `cache_cards_new_owner`.
     */
    hasChangedOwner: flag('has_changed_owner').notNull().default(false),
    /**
     * When the card's payment was returned; null if it was not, or has returned. Until then the card stays disabled, also without an owner:
     * its status and owner cannot change.
     */
    paymentReturnedAt: seconds('payment_returned_at'),
    /** Status before the payment was returned. The card gets it back if the payment returns. */
    statusBeforeReturn: text('status_before_return', { enum: cardStatuses }),
    /**
     * From and until when administrators could know the card's code from a print file. Ends with a new code, or `codeExposureSeconds`
     * after the last download, or after the last print for a delivery address that an administrator set. Both are null if nobody downloaded
     * it. If only the order's print run was downloaded, or its address changed before the print, `codeExposedUntil` is null: the period
     * ends when the owner places the card.
     */
    codeExposedFrom: seconds('code_exposed_from'),
    codeExposedUntil: seconds('code_exposed_until'),
    totalScans: integer('total_scans').notNull().default(0),
    tokensEarned: integer('tokens_earned').notNull().default(0),
    isTest: flag('is_test').notNull().default(false),
    /**
     * True if the owner is suspended or leaving. Written by `updateCardVisibility` (worker/store/cards/hidden-owners.ts) and, when the
     * owner changes, by the trigger `cache_cards_new_owner`.
     */
    isOwnerHidden: flag('is_owner_hidden').notNull().default(false),
    /** Single source of truth for whether other people see the card on the map and in lists. */
    isOnMap: flag('is_on_map').generatedAlwaysAs(
      sql.raw(
        `shown_latitude_e6 IS NOT NULL AND status = 'active' AND placement_at IS NOT NULL AND available_at IS NOT NULL AND is_test = 0 AND user_id IS NOT NULL AND is_owner_hidden = 0`,
      ),
      { mode: 'virtual' },
    ),
    /**
     * Map key of the public location (schema/finding/map-key.ts); null if the card is not on the map. The triggers
     * `cache_cards_tiles_added`, `cache_cards_tiles_moved` and `cache_cards_tiles_removed` maintain the tile counts. They list no columns,
     * so they fire for every change that affects the key.
     */
    mapKey: integer('map_key').generatedAlwaysAs(sql.raw(`iif(is_on_map, ${mapKeySql('shown_latitude_e6', 'shown_longitude_e6')}, NULL)`), {
      mode: 'virtual',
    }),
    orderId: foreignId('order_id', () => orders.id),
    /** Id of the lost card (TC-…) that the owner replaced with this unplaced one. This card then stays disabled. */
    usedFor: text('used_for'),
    printOrderId: foreignId('print_order_id', () => printOrders.id),
    /** When the order for the card was paid; null until then. A card cannot be found before its order is paid. */
    availableAt: seconds('available_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('cache_cards_user').on(t.userId, t.id),
    index('cache_cards_order').on(t.orderId),
    // Index of placed cards whose visibility has not been chosen. Their owners get one reminder email.
    index('cache_cards_unasked').on(t.userId, t.placementAt).where(sql`placement_at IS NOT NULL AND visibility IS NULL`),
    index('cache_cards_listed').on(t.createdAt).where(sql`available_at IS NOT NULL`),
    index('cache_cards_listed_status').on(t.status, t.createdAt).where(sql`available_at IS NOT NULL`),
    // Covering index for the map query. Finds change none of its columns, so they never write to this index.
    index('cache_cards_map')
      .on(t.mapKey, t.shownLatitudeE6, t.shownLongitudeE6, t.userId, t.visibility, t.location)
      .where(sql`map_key IS NOT NULL`),
    index('cache_cards_test').on(t.createdAt).where(sql`is_test = 1`),
    index('cache_cards_code_exposed').on(t.codeExposedUntil).where(sql`code_exposed_until IS NOT NULL`),
    check('cache_cards_card_id', sql`card_id GLOB 'TC-[0-9][0-9][0-9][0-9][0-9][0-9][0-9]'`),
    check('cache_cards_code', sql`length(code) > 0`),
    check('cache_cards_totals', sql`total_scans >= 0 AND tokens_earned >= 0`),
    check('cache_cards_coordinates', sql`(latitude IS NULL) = (longitude IS NULL)`),
    check('cache_cards_anchor', sql`(anchor_latitude IS NULL) = (anchor_longitude IS NULL)`),
    check(
      'cache_cards_shown',
      sql`(shown_latitude_e6 IS NULL) = (shown_longitude_e6 IS NULL) AND (shown_latitude_e6 IS NULL
        OR (visibility IS NOT NULL AND visibility <> 'hidden' AND latitude IS NOT NULL
          AND abs(shown_latitude_e6) <= 90000000 AND abs(shown_longitude_e6) <= 180000000))`,
    ),
    check('cache_cards_placement', sql`placement_confirmed_at IS NULL OR placement_at IS NOT NULL`),
  ],
);

/**
 * Number of cards on the map per tile and level (`tileSides`). `tile` is the map key divided by the level's span. Triggers on cache_cards
 * maintain the counts, and the job `check-places` verifies them. The table is WITHOUT ROWID.
 */
export const cardTiles = sqliteTable(
  'card_tiles',
  {
    level: integer('level').notNull(),
    tile: integer('tile').notNull(),
    cards: integer('cards').notNull(),
    /** Sums of the cards' rows and columns (`averageCell`); null until `check-places` has run after these columns were added. */
    rowSum: integer('row_sum'),
    columnSum: integer('column_sum'),
  },
  (t) => [primaryKey({ columns: [t.level, t.tile] })],
);

/**
 * Anchors: locations whose cells have been used to show an owner's cards. Rows outlive the cards so that cards at the same address are
 * always shown in the same cell. Written by `saveAnchor` (worker/store/finding/place-on-map.ts). The trigger `card_anchors_apart` rejects
 * an anchor that is closer than `sharedCellMeters` to another anchor of the same owner.
 */
export const cardAnchors = sqliteTable(
  'card_anchors',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    latitude: real('latitude').notNull(),
    longitude: real('longitude').notNull(),
  },
  (t) => [unique('card_anchors_key').on(t.userId, t.latitude, t.longitude)],
);

/**
 * Former locations of cards that were moved, removed or given away, as evidence for finds made there. Rows are retained at least until the
 * owner's account is erased. Written by `recordFormerPlaces` (worker/store/cards/former-places.ts), only if the card was found at that
 * location. The coordinates are null if the card was found before its owner entered any.
 */
export const cardPlaces = sqliteTable(
  'card_places',
  {
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    /** Id of the scan that was the card's last find at this location. */
    throughScanId: integer('through_scan_id').notNull(),
    /** Owner of the card while it was at this location. */
    userId: foreignId('user_id', () => users.id).notNull(),
    latitude: real('latitude'),
    longitude: real('longitude'),
    /** Value of the card's `placement_at` while the card was at this location. */
    placementAt: seconds('placement_at'),
  },
  (t) => [primaryKey({ columns: [t.cardId, t.throughScanId] }), index('card_places_user').on(t.userId)],
);

/** Scans of cards: finds, first scans without a reward, and owners' scans of their own cards. */
export const cardScans = sqliteTable(
  'card_scans',
  {
    id: rowId(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    scanDate: seconds('scan_date').notNull(),
    /** Numeric code from `scanKinds` (schema/tokens/ledger-kinds.ts). */
    kind: integer('kind').notNull(),
    tokensEarned: integer('tokens_earned').notNull().default(1),
    /** Index into `scanSources` (schema/cards/card.ts). */
    source: integer('source').notNull(),
    codeWasRight: flag('code_was_right').notNull(),
    /** True if this find will confirm the placement once the finder's email address is verified, unless another find confirms it first. */
    isAwaitingVerification: flag('is_awaiting_verification').notNull().default(false),
    /** Distance in meters from the card to the position that the finder reported, and that position's accuracy. */
    distanceM: integer('distance_m'),
    accuracyM: integer('accuracy_m'),
    /**
     * Seconds from the scan time that the device reported to the arrival of the request; negative if the reported time is in the future.
     */
    ageS: integer('age_s'),
    addressHash: text('address_hash'),
    /**
     * The caller's Idempotency-Key. A repeated request with the same key returns the same tokens without paying again. Deleted with the
     * network address hash, or earlier if a review case keeps the hash.
     */
    requestKey: text('request_key'),
    /**
     * The decision that revoked the reward for this find. The find no longer counts, but the row remains so that the decision can be
     * undone.
     */
    takenBackBy: foreignId('taken_back_by', () => reviewDecisions.id),
    /**
     * Number of finds of the card at the time of this scan, as shown to the finder; null for scans of one's own card. Repeated scans return
     * it, so that nobody can observe when others find the card.
     */
    seenScans: integer('seen_scans'),
  },
  (t) => [
    // Partial indexes for a member's scans. SQLite uses them only if the query repeats their condition, `isFirstScan` or `isOwnScan`
    // (worker/store/scans/scan-kinds.ts).
    uniqueIndex('card_scans_once')
      .on(t.userId, t.cardId)
      .where(sql.raw(`kind <> ${scanKinds.own.code}`)),
    index('card_scans_own')
      .on(t.userId)
      .where(sql.raw(`kind = ${scanKinds.own.code}`)),
    uniqueIndex('card_scans_request').on(t.userId, t.requestKey).where(sql`request_key IS NOT NULL`),
    // Index of a card's scans. It also sorts them by row id because SQLite appends the rowid to every index.
    index('card_scans_card').on(t.cardId),
    index('card_scans_awaiting_verification').on(t.userId).where(sql`is_awaiting_verification = 1`),
    index('card_scans_taken_back').on(t.cardId, t.takenBackBy).where(sql`taken_back_by IS NOT NULL`),
    check('card_scans_taken_back_pays', sql.raw(`taken_back_by IS NULL OR kind = ${scanKinds.rewarded.code}`)),
    check('card_scans_distance', sql`(distance_m IS NULL) = (accuracy_m IS NULL) AND distance_m >= 0 AND accuracy_m >= 0`),
    check('card_scans_tokens', sql.raw(`(kind = ${scanKinds.rewarded.code}) = (tokens_earned > 0) AND tokens_earned >= 0`)),
  ],
);

/**
 * A report that a card is missing. It stays open until the card is scanned, its owner answers, an administrator changes its status, or its
 * hashes expire.
 */
export const cardReports = sqliteTable(
  'card_reports',
  {
    id: rowId(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    createdAt: createdAt(),
    closedAt: seconds('closed_at'),
    /** Whether the report counts toward marking the card as missing. Determined on submission (worker/store/cards/card-reports.ts). */
    isCounted: flag('is_counted').notNull().default(false),
    /** The owner's response that closed the report; null if it was not closed by a response. */
    answer: text('answer', { enum: reportAnswers }),
    /** Keyed hashes of the reporter's mailbox and network address, stored while the report is open and for at most 90 days. */
    mailboxHash: text('mailbox_hash'),
    addressHash: text('address_hash'),
  },
  (t) => [
    uniqueIndex('card_reports_open').on(t.cardId, t.userId).where(sql`closed_at IS NULL`),
    index('card_reports_user').on(t.userId, t.createdAt),
    index('card_reports_card').on(t.cardId, t.id),
    index('card_reports_hashed').on(t.createdAt).where(sql`mailbox_hash IS NOT NULL`),
    check('card_reports_hashes', sql`closed_at IS NULL OR (mailbox_hash IS NULL AND address_hash IS NULL)`),
  ],
);

export const ownershipClaims = sqliteTable(
  'ownership_claims',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    /** Null for an adoption: a card without an active owner needs no proof. */
    proofUrl: text('proof_url'),
    status: text('status', { enum: claimStatuses }).notNull().default('pending'),
    adminComment: text('admin_comment'),
    decidedById: foreignId('decided_by_id', () => admins.id),
    createdAt: createdAt(),
    updatedAt: seconds('updated_at').notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex('ownership_claims_pending').on(t.userId, t.cardId).where(sql`status = 'pending'`),
    index('ownership_claims_user').on(t.userId, t.id),
    index('ownership_claims_card').on(t.cardId),
    index('ownership_claims_status').on(t.status, t.createdAt),
    index('ownership_claims_created').on(t.createdAt),
    // Index for the sort order of the claims list: pending claims (oldest first), then decided claims (newest first). The expression
    // contains no commas because drizzle-kit would split it there.
    index('ownership_claims_queue').on(sql`(status = 'pending') * (2 * id - 1000000000000) - id`),
    check('ownership_claims_proof', sql`proof_url LIKE 'https://%'`),
  ],
);

/**
 * Cards shown to a member on one UTC day, as a JSON array of ids. `version` is an optimistic lock. `recordShown`
 * (worker/store/finding/card-allowances.ts) enforces the daily limit.
 */
export const cardAllowances = sqliteTable(
  'card_allowances',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    /** UTC date, YYYY-MM-DD. */
    day: text('day').notNull(),
    shown: text('shown').notNull(),
    version: version(),
  },
  (t) => [unique('card_allowances_key').on(t.userId, t.day), index('card_allowances_day').on(t.day)],
);

/**
 * Number of a member's rewarded scans on one UTC day. `countRewardedScan` (worker/store/scans/scan-writes.ts) enforces the daily limits.
 * The table is WITHOUT ROWID with the day as the first key column so that database pages of past days are no longer written. Queries always
 * specify the day.
 */
export const memberDays = sqliteTable(
  'member_days',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    /** UTC date, YYYY-MM-DD. */
    day: text('day').notNull(),
    rewardedScans: integer('rewarded_scans').notNull().default(0),
    codelessScans: integer('codeless_scans').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.userId] })],
);
