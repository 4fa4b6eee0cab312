/**
 * Looking a card up by its public id. Ids that turn out unknown are counted in the same batch that looks, so that the
 * limit on guessing holds under parallel requests and a look-up of a known card stays one round trip.
 */
import type { Limit } from '#worker/domain/limit.ts';
import { batch, firstRow, rows, type Statement, statement } from './sql.ts';
import type { Caller } from './users.ts';

/** Who looks: the caller's own limits apply where their session holds, else the address's. */
export interface Looker {
  caller?: Caller;
  memberLimits: Limit[];
  addressLimits: Limit[];
}

export interface Lookup {
  cardId: string;
  /** The code that came with it; a wrong one makes the card unknown. */
  code?: string | null;
}

/** A card that can be found: its order is paid, it is not disabled, and a code that came along is the right one. */
const findable = `SELECT 1 FROM cache_cards WHERE card_id = ?1 AND (?2 IS NULL OR code = ?2) AND available_at IS NOT NULL AND status <> 'disabled'`;
const sessionHolds = 'SELECT 1 FROM sessions WHERE id_hash = ?3 AND user_id = ?4 AND revoked_at IS NULL AND expires_at > ?5';

/** The looker's counters as they stand before the look-up. */
export function missCounts(db: D1Database, looker: Looker): Statement {
  const limits = [...looker.memberLimits, ...looker.addressLimits];
  const pairs = limits.map((_, index) => `(key = ?${index * 2 + 1} AND window_start = ?${index * 2 + 2})`);
  return statement(
    db,
    `SELECT key, count FROM rate_counters WHERE ${pairs.join(' OR ')}`,
    ...limits.flatMap((limit) => [limit.key, limit.windowStart]),
  );
}

/**
 * Counts a miss where the id is unknown: against the member where the session holds, else against the address. What is
 * refused because a limit is spent counts no further. Where the card is found this reads one row and writes none.
 */
export function countMiss(db: D1Database, looker: Looker, lookup: Lookup, now: number): Statement {
  const limits = [
    ...looker.memberLimits.map((limit) => ({ ...limit, ofMember: 1 })),
    ...looker.addressLimits.map((limit) => ({ ...limit, ofMember: 0 })),
  ];
  const at = (index: number) => 6 + index * 5;
  const values = limits.map((_, index) => `(?${at(index)}, ?${at(index) + 1}, ?${at(index) + 2}, ?${at(index) + 3}, ?${at(index) + 4})`);
  const spent = limits.map(
    (_, index) =>
      `AND NOT EXISTS (SELECT 1 FROM rate_counters WHERE key = ?${at(index) + 1} AND window_start = ?${at(index) + 2} AND count >= ?${at(index) + 4}
         AND ?${at(index)} = EXISTS (${sessionHolds}))`,
  );
  return statement(
    db,
    `INSERT INTO rate_counters (key, window_start, count, expires_at)
     SELECT column2, column3, 1, column4 FROM (SELECT 1 WHERE NOT EXISTS (${findable})) CROSS JOIN (VALUES ${values.join(', ')})
     WHERE column1 = EXISTS (${sessionHolds}) ${spent.join(' ')}
     ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1`,
    lookup.cardId,
    lookup.code ?? null,
    looker.caller?.sessionHash ?? null,
    looker.caller?.userId ?? null,
    now,
    ...limits.flatMap((limit) => [limit.ofMember, limit.key, limit.windowStart, limit.endsAt, limit.limit]),
  );
}

export type LookupRefusal = { reason: 'too_many_unknown_cards'; retryAfterSeconds: number } | { reason: 'card_not_found' };

/** Whether the looker has spent a limit that applies to them. */
export function spentLimit(
  looker: Looker,
  sessionHeld: boolean,
  counts: D1Result<unknown> | undefined,
  now: number,
): LookupRefusal | undefined {
  const counted = new Map(rows<{ key: string; count: number }>(counts).map((row) => [row.key, row.count]));
  const spent = (sessionHeld ? looker.memberLimits : looker.addressLimits).filter((limit) => (counted.get(limit.key) ?? 0) >= limit.limit);
  if (spent.length === 0) return undefined;
  return { reason: 'too_many_unknown_cards', retryAfterSeconds: Math.max(...spent.map((limit) => limit.endsAt)) - now };
}

/** What anyone who holds a card may know of it. */
export interface PublicCard {
  cardId: string;
  location: string | null;
  description: string | null;
}

export function lookupStore(db: D1Database) {
  return {
    /** One round trip; a card that is found, or why not. */
    async find(looker: Looker, lookup: Lookup, now: number): Promise<PublicCard | LookupRefusal> {
      const [counts, session, card] = await batch(db, [
        missCounts(db, looker),
        statement(
          db,
          'SELECT 1 AS "holds" FROM sessions WHERE id_hash = ?1 AND user_id = ?2 AND revoked_at IS NULL AND expires_at > ?3',
          looker.caller?.sessionHash ?? null,
          looker.caller?.userId ?? null,
          now,
        ),
        statement(
          db,
          `SELECT card_id AS "cardId", location, description FROM cache_cards
           WHERE card_id = ?1 AND available_at IS NOT NULL AND status <> 'disabled'`,
          lookup.cardId,
        ),
        countMiss(db, looker, lookup, now),
      ]);
      return spentLimit(looker, firstRow(session) !== undefined, counts, now) ?? firstRow<PublicCard>(card) ?? { reason: 'card_not_found' };
    },
  };
}
