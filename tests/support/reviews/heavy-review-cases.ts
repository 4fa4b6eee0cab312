/** Fills a database with members, including a few whose certificates are the most expensive to review. */

import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay } from '#schema/rules.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { findRows } from '#tests/support/tokens/ledger-rows.ts';

export interface HeavyCases {
  /**
   * Id of a member who found 500 cards with different owners. Each card was also found by 14 other members, a different 14 for each card if
   * there are enough members.
   */
  finder: number;
  /** Id of a member who found 500 cards, each also found by 40 others. */
  finderOfBusyCards: number;
  /** Id of a member who owns 500 cards, each found by 15 members. */
  owner: number;
}

const findsOfEach = 500;

/** Fills the database. `members` must be at least 2,000; `scans` is the number of unrelated finds. */
export async function seedHeavyCases(db: D1Database, size: { members: number; scans: number }, now: number): Promise<HeavyCases> {
  const { firstMember: first, members } = await seedBulk(db, { members: size.members, cards: size.members, scans: size.scans }, now);
  const [finder, finderOfBusyCards, owner] = [first + members, first + members + 1, first + members + 2];
  for (const id of [finder, finderOfBusyCards, owner])
    await db
      .prepare(`INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at) VALUES (?1, ?2, ?2, '!', ?2, ?3)`)
      .bind(id, `heavy${id}@bulk.test`, now)
      .run();
  await cards(db, { of: `${first} + n % ${members}`, finders: 15, finder, now, numbers: 900_000 });
  await cards(db, { of: `${first} + n % ${members}`, finders: 41, finder: finderOfBusyCards, now, numbers: 910_000 });
  await cards(db, { of: `${owner}`, finders: 15, finder: first, now, numbers: 920_000 });
  return { finder, finderOfBusyCards, owner };

  /** Inserts cards from refunded orders, each scanned once by its owner. `finder` is in the middle of each card's list of finders. */
  async function cards(
    database: D1Database,
    { of, finders, finder: id, now: at, numbers }: { of: string; finders: number; finder: number; now: number; numbers: number },
  ): Promise<void> {
    const seriesCte = `WITH RECURSIVE series(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < ${findsOfEach - 1})`;
    const turns = `WITH RECURSIVE turn(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM turn WHERE k < ${finders - 1})`;
    const ownCards = `c.card_id >= 'TC-0${numbers}' AND c.card_id < 'TC-0${numbers + findsOfEach}'`;
    // SQL for the id of the k-th finder of card c. `finder` comes in the middle; other members, different for each card, fill the places
    // before and after.
    const finderIdSql = `iif(k = ${Math.floor(finders / 2)}, ${id}, ${first} + 1 + (c.id * ${finders} + k) % ${members - 1})`;
    const earned = `FROM card_scans s JOIN cache_cards c ON c.id = s.card_id WHERE ${ownCards} AND s.kind = 0`;
    await database.batch(
      [
        `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, created_at, expires_at, paid_at)
         ${seriesCte} SELECT ${of}, 'cache_cards', 1 + n % 100, 100, 'paid', ${at}, ${at}, ${at} FROM series`,
        `INSERT INTO payments (user_id, order_id, amount_cents, currency, description, paid_at, revoked_at, card_fingerprint)
         SELECT user_id, id, 100, 'usd', 'A card', ${at}, ${at}, 'card-' || user_id FROM orders o
         WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id)`,
        `INSERT INTO cache_cards (card_id, code, user_id, status, latitude, longitude, available_at, total_scans, order_id, created_at)
         ${seriesCte} SELECT 'TC-0' || (${numbers} + n), 'AAAA0000', ${of}, 'active', 47, 8, ${at}, ${finders},
           (SELECT max(id) FROM orders) - n, ${at} FROM series`,
        `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, request_key)
         SELECT c.id, c.user_id, ${at}, 2, 0, 0, 1, 'own-' || c.id FROM cache_cards c WHERE ${ownCards}`,
        `INSERT INTO card_scans (card_id, user_id, scan_date, kind, source, code_was_right, address_hash, request_key)
         ${turns} SELECT c.id, ${finderIdSql}, ${at - secondsPerDay} + c.id % 500 * 60 + k, 0, 0, 1, 'address-' || k, 'heavy-' || c.id || '-' || k
         FROM turn CROSS JOIN cache_cards c WHERE ${ownCards} AND ${finderIdSql} <> c.user_id ON CONFLICT DO NOTHING`,
        findRows(earned),
      ].map((sql) => database.prepare(sql)),
    );
  }
}
