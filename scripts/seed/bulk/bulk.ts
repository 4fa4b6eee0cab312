import type { D1Database } from '@cloudflare/workers-types';
import { scanSources } from '#schema/cards/card.ts';
import { communityKeysPerPlacement, secondsPerDay, tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import { keyKinds, scanKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { firstNameKeySql, firstNameSql, lastNameKeySql, lastNameSql, pickTextSql } from '#scripts/seed/bulk/bulk-names.ts';
import { insertInChunks, runInRanges } from '#scripts/seed/bulk/bulk-series.ts';
import { tokensFor } from '#worker/store/tokens/ledger-kinds.ts';

const { scan, owner_scan, placement } = tokenKinds;

export interface BulkSize {
  members: number;
  cards: number;
  scans: number;
}

const cardDaysAgo = 200;
const firstScanDaysAgo = 180;
/** Number of days before the cards over which the established members join. The others join after the cards, until now. */
const joinedOverDays = 300;
const establishedShare = 0.8;

export interface BulkRows {
  firstMember: number;
  members: number;
  /** Number of members who joined before the cards. They have the lowest ids. */
  established: number;
  firstCard: number;
  cards: number;
}

/** Number of finds whose rewards are inserted last so that the ledger begins and ends with finds, as in normal use. */
const findsPaidLast = 1_000;

export const ledgerInsert = 'INSERT INTO token_transactions (user_id, amount, kind, subject_id, other_id, turn, description, created_at)';

const atLeastOne = (count: number) => Math.max(1, count);

/** SQL for a text of `length` characters in reverse order. */
const reversedSql = (text: string, length: number) =>
  Array.from({ length }, (_, index) => `substr(${text}, ${length - index}, 1)`).join(' || ');

/** SQL that permutes the numbers 0 to 8,999,999; 7,919 is coprime to their count. */
const scatterSql = (n: string) => `(((${n}) * 7919) % 9000000)`;

/** Returns SQL for a free card id. Ids are scattered above 1,000,000; an id that the database already has is replaced by a lower one. */
function cardId(n: string): string {
  const isFree = (id: string) => `NOT EXISTS (SELECT 1 FROM cache_cards k WHERE k.card_id = ${id})`;
  const scattered = `printf('TC-%07d', 1000000 + ${scatterSql(n)})`;
  const lower = `printf('TC-0%06d', 100 + (${n} + f.value * 7919) % 999900)`;
  return `iif(${isFree(scattered)}, ${scattered}, (SELECT ${lower} FROM json_each('[0,1,2,3,4,5,6,7]') f WHERE ${isFree(lower)} LIMIT 1))`;
}

/** Places and hints of cards, so that searches match some cards and not others. */
const places = [
  'Old mill',
  'Chapel hill',
  'River bend',
  'Observatory',
  'Birch grove',
  'Quarry lake',
  'Market square',
  'Lighthouse path',
  'Castle wall',
];
const hints = [
  'Look behind the marked stone, an arm’s length up.',
  'Under the third step of the wooden stairs.',
  'In the hollow oak, facing north.',
  'Behind the information board, held by a magnet.',
  'Where the two fences meet, below the roots.',
  'At the end of the railing, out of the rain.',
  'Between the two boulders next to the spring.',
];

/**
 * Inserts rows and all derived data: the ledger, counters, totals and confirmed placements. Every member is basic or premium and no member
 * was referred, so the first find of each card confirms its placement. `meanwhile` can insert other ledger rows between the finds.
 */
export async function seedBulk(
  db: D1Database,
  size: BulkSize,
  now: number,
  meanwhile: (bulkRows: BulkRows) => Promise<void> = async () => {},
): Promise<BulkRows> {
  if (size.members < 2 && size.scans > 0) throw new Error('Scans need at least two members');
  if (size.members < 1 && size.cards > 0) throw new Error('Cards need at least one member');
  const lastIds = await db
    .prepare(
      `SELECT (SELECT coalesce(max(id), 0) FROM users) AS user, (SELECT coalesce(max(id), 0) FROM cache_cards) AS card,
         (SELECT coalesce(max(id), 0) FROM card_scans) AS scan`,
    )
    .first<{ user: number; card: number; scan: number }>();
  const { user, card, scan: lastScan } = lastIds ?? { user: 0, card: 0, scan: 0 };
  const createdAt = now - cardDaysAgo * secondsPerDay;
  const established = Math.ceil(size.members * establishedShare);
  const [newMembers, owners, cards, scans] = [size.members - established, ...[established, size.cards, size.scans].map(atLeastOne)];
  // Ids are chronological.
  const joinedAt = `iif(n > ${established}, ${createdAt} + (n - ${established}) * ${cardDaysAgo * secondsPerDay} / ${atLeastOne(newMembers)},
    ${createdAt} - ${secondsPerDay} - (${established} - n) * ${joinedOverDays * secondsPerDay} / ${owners}) - (n * 7919) % 3600`;
  // Members who joined before scan n.
  const finders = `(${owners} + n * ${newMembers} * ${firstScanDaysAgo - 1} / ${cardDaysAgo} / ${scans})`;
  const phone = `iif(id % 2, '47' || (40000000 + id * 7919 % 59999999), NULL)`;

  await insertInChunks(
    db,
    size.members,
    `INSERT INTO users (id, username, username_key, email, email_key, email_verified_at, password_hash, first_name, last_name,
       first_name_key, last_name_key, phone, phone_key, role, membership_expires_at, referral_code, created_at)
     SELECT id, 'member' || id, 'member' || id, 'member' || id || '@bulk.test', 'member' || id || '@bulk.test', ${joinedAt}, '!',
       ${firstNameSql('id')}, ${lastNameSql('id')}, ${firstNameKeySql('id')}, ${lastNameKeySql('id')},
       ${phone}, coalesce(${reversedSql(phone, 10)}, ''), iif(n % 5 = 0, 'premium', 'basic'), ${now + 200 * secondsPerDay}, printf('B%07X', id), ${joinedAt}
     FROM (SELECT n, n + ${user} AS id FROM series)`,
  );
  await insertInChunks(
    db,
    size.members,
    `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at)
     SELECT u.id, u.role, u.created_at, u.membership_expires_at, 'grant', 'grant:bulk:' || u.id, u.created_at
     FROM series JOIN users u ON u.id = ${user} + n`,
  );
  await insertInChunks(
    db,
    size.cards,
    `INSERT INTO cache_cards (id, card_id, code, user_id, status, location, description, latitude, longitude, placed_date, placement_at,
       available_at, created_at)
     SELECT ${card} + n, ${cardId(`${card} + n`)}, printf('%08X', abs(random() % 4294967296)),
       ${user} + 1 + (n * 13) % ${owners}, 'active', ${pickTextSql('n * 5', places)} || ', trail mark ' || n, ${pickTextSql('n * 3', hints)},
       (n % 170) - 85.5, (n % 350) - 175.5, ${createdAt}, ${createdAt}, ${createdAt}, ${createdAt}
     FROM series`,
  );
  // Scan n belongs to card n modulo the number of cards. Each time the scans start over at the first card, they use different members. Ids
  // are chronological, as in the ledger.
  await insertInChunks(
    db,
    size.scans,
    `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right)
     SELECT c.id, f.member, ${now - firstScanDaysAgo * secondsPerDay} + f.n * ${(firstScanDaysAgo - 1) * secondsPerDay} / ${scans}, ${scanKinds.rewarded.code}, 1, ${scanSources.indexOf('camera')}, 1
     FROM (
       SELECT n, ${card} + 1 + (n - 1) % ${cards} AS card,
         ${user} + 1 + ((n - 1) % ${cards} * 31 + (n - 1) / ${cards} * 97 + 7) % ${finders} AS member FROM series
     ) f JOIN cache_cards c ON c.id = f.card WHERE c.user_id <> f.member ON CONFLICT DO NOTHING`,
  );
  const bulkRows = { firstMember: user + 1, members: size.members, established, firstCard: card + 1, cards: size.cards };
  const newestScanId = (await db.prepare('SELECT coalesce(max(id), 0) AS id FROM card_scans').first<{ id: number }>())?.id ?? 0;
  await payFinds(db, lastScan + 1, newestScanId - findsPaidLast);
  await meanwhile(bulkRows);
  await payFinds(db, Math.max(lastScan, newestScanId - findsPaidLast) + 1, newestScanId);
  await confirmPlacements(db, lastScan, bulkRows);
  return bulkRows;
}

/**
 * Inserts the rewards for the finds from `firstScan` to `lastScan`, and their daily counters. The first find of a card also earns the
 * placement reward, which is larger for an owner's first placement.
 */
function payFinds(db: D1Database, firstScan: number, lastScan: number): Promise<void> {
  const finds = 'FROM card_scans s JOIN cache_cards c ON c.id = s.card_id WHERE s.id BETWEEN ?1 AND ?2';
  const firstFinds = `${finds} AND s.id = (SELECT min(id) FROM card_scans WHERE card_id = c.id)`;
  const isFirstOfOwner = `row_number() OVER (PARTITION BY c.user_id ORDER BY s.id) = 1
    AND NOT EXISTS (SELECT 1 FROM token_transactions t WHERE t.user_id = c.user_id AND t.kind = ${placement.code})`;
  return runInRanges(
    db,
    [firstScan, lastScan],
    `${ledgerInsert} SELECT user_id, amount, kind, card, other, 0, description, at FROM (
       SELECT s.id AS find, s.user_id, 1 AS amount, ${scan.code} AS kind, c.id AS card, 0 AS other, NULL AS description, s.scan_date AS at ${finds}
       UNION ALL SELECT s.id, c.user_id, 1, ${owner_scan.code}, c.id, s.user_id, NULL, s.scan_date ${finds}
       UNION ALL SELECT s.id, c.user_id, iif(${isFirstOfOwner}, ${tokensForFirstPlacement}, ${tokensForLaterPlacement}), ${placement.code}, c.id, 0,
         'Placement of Cache Card ' || c.card_id || ' was confirmed by a find', s.scan_date ${firstFinds}
     ) ORDER BY find, kind`,
    `INSERT INTO key_events (user_id, kind, amount, subject_id, created_at)
     SELECT c.user_id, ${keyKinds.placement.code}, ${communityKeysPerPlacement}, c.id, s.scan_date ${firstFinds}`,
    `INSERT INTO member_days (user_id, day, rewarded_scans)
     SELECT user_id, date(scan_date, 'unixepoch') AS day, count(*) AS finds FROM card_scans WHERE id BETWEEN ?1 AND ?2 GROUP BY 1, 2
     ON CONFLICT (user_id, day) DO UPDATE SET rewarded_scans = rewarded_scans + excluded.rewarded_scans`,
  );
}

async function confirmPlacements(db: D1Database, lastScan: number, bulkRows: BulkRows): Promise<void> {
  await runInRanges(
    db,
    [bulkRows.firstCard, bulkRows.firstCard + bulkRows.cards - 1],
    `UPDATE cache_cards SET placement_confirmed_at = f.at, total_scans = f.finds, tokens_earned = 2 * f.finds + f.placement
     FROM (
       SELECT s.card_id, count(*) AS finds, min(s.scan_date) AS at,
         (SELECT t.amount FROM token_transactions t WHERE ${tokensFor('placement', 'c.user_id', 's.card_id')}) AS placement
       FROM card_scans s JOIN cache_cards c ON c.id = s.card_id
       WHERE s.card_id BETWEEN ?1 AND ?2 AND s.id > ${lastScan} GROUP BY s.card_id
     ) f WHERE f.card_id = cache_cards.id`,
  );
}
