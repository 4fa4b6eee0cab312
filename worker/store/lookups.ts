/**
 * Looking a card up by its public id. Ids that turn out unknown are counted in the same batch that looks, so that the
 * limit on guessing holds under parallel requests and a look-up of a known card stays one round trip.
 */
import type { Limit } from '#worker/domain/limit.ts';
import { batch, firstRow, type Statement, statement } from './sql.ts';
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
const sessionHolds = `EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?3 AND user_id = ?4 AND revoked_at IS NULL AND expires_at > ?5)`;

/** Says what is spent, before the look-up: one row. `spentUntil` is null where the looker may go on. */
export function lookupGate(db: D1Database, looker: Looker, lookup: Lookup, now: number): [gate: Statement, countMiss: Statement] {
  const limits = [
    ...looker.memberLimits.map((limit) => ({ ...limit, ofMember: 1 })),
    ...looker.addressLimits.map((limit) => ({ ...limit, ofMember: 0 })),
  ];
  const values = limits.map((_, index) => {
    const at = 6 + index * 5;
    return `(?${at}, ?${at + 1}, ?${at + 2}, ?${at + 3}, ?${at + 4})`;
  });
  const applying = `WITH caller AS (SELECT ${sessionHolds} AS holds),
    limits (of_member, key, window_start, ends_at, most) AS (VALUES ${values.join(', ')}),
    mine AS (SELECT * FROM limits WHERE of_member = (SELECT holds FROM caller)),
    spent AS (SELECT MAX(m.ends_at) AS until FROM mine m CROSS JOIN rate_counters r ON r.key = m.key AND r.window_start = m.window_start WHERE r.count >= m.most)`;
  const bound = [
    lookup.cardId,
    lookup.code ?? null,
    looker.caller?.sessionHash ?? null,
    looker.caller?.userId ?? null,
    now,
    ...limits.flatMap((limit) => [limit.ofMember, limit.key, limit.windowStart, limit.endsAt, limit.limit]),
  ];
  return [
    statement(db, `${applying} SELECT until AS "spentUntil", EXISTS (${findable}) AS "found" FROM spent`, ...bound),
    statement(
      db,
      `${applying} INSERT INTO rate_counters (key, window_start, count, expires_at)
       SELECT key, window_start, 1, ends_at FROM mine
       WHERE NOT EXISTS (${findable}) AND (SELECT until FROM spent) IS NULL
       ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1`,
      ...bound,
    ),
  ];
}

export type LookupRefusal = { reason: 'too_many_unknown_cards'; retryAfterSeconds: number } | { reason: 'card_not_found' };

/** What the gate's answer means: undefined where the card was found. */
export function lookupRefusal(gate: D1Result<unknown> | undefined, now: number): LookupRefusal | undefined {
  const row = firstRow<{ spentUntil: number | null; found: 0 | 1 }>(gate);
  if (row?.spentUntil) return { reason: 'too_many_unknown_cards', retryAfterSeconds: row.spentUntil - now };
  return row?.found ? undefined : { reason: 'card_not_found' };
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
      const [gate, , card] = await batch(db, [
        ...lookupGate(db, looker, lookup, now),
        statement(
          db,
          `SELECT card_id AS "cardId", location, description FROM cache_cards
           WHERE card_id = ?1 AND available_at IS NOT NULL AND status <> 'disabled'`,
          lookup.cardId,
        ),
      ]);
      return lookupRefusal(gate, now) ?? firstRow<PublicCard>(card) ?? { reason: 'card_not_found' };
    },
  };
}
