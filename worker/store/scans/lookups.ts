/**
 * Looks up a card by its public id. A known card takes one round trip, which any replica may serve. An unknown id is looked up again on the
 * primary, in the batch that counts the miss, so that parallel requests cannot bypass the limit on guessing.
 */

import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Limit } from '#worker/domain/limit.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { isFindable, publicColumn } from '#worker/store/cards/findable-cards.ts';
import type { Database } from '#worker/store/database.ts';
import { type Bind, batch, firstRow, rows, type Statement, type StatementResult, statement } from '#worker/store/sql.ts';

/**
 * The caller who looks up a card. With a valid session, the member's own limits apply. Otherwise, the limits for the network address and
 * for all anonymous callers apply.
 */
export interface Requester {
  caller?: Caller;
  memberLimits: Limit[];
  addressLimits: Limit[];
  /** Limit shared by all signed-out callers. Once it is reached, they cannot look up any card without its correct code. */
  anonymousLimit: Limit | null;
}

export interface Lookup {
  cardId: string;
  /** The card's secret code, if the caller sent one. If it is wrong, the card is treated as unknown. */
  code?: string | null;
}

/** SQL that selects the card if it can be found. If a code is given, it must be correct. */
const findable = `SELECT 1 FROM cache_cards c WHERE c.card_id = ?1 AND (?2 IS NULL OR c.code = ?2) AND ${isFindable('c')}`;
/** SQL for the applicable limits as JSON: the member's limits with a valid session, otherwise the anonymous limits. */
const limitsBySession = `iif(EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?3 AND user_id = ?4 AND revoked_at IS NULL AND expires_at > ?5), ?6, ?7)`;

interface MissCount {
  key: string;
  count: number;
}

export function missCounts(requester: Requester): Statement<MissCount> {
  const limits = [...requester.memberLimits, ...requester.addressLimits, ...(requester.anonymousLimit ? [requester.anonymousLimit] : [])];
  const pairs = limits.map((_, index) => `(key = ?${index * 2 + 1} AND window_start = ?${index * 2 + 2})`);
  return statement<MissCount>(
    `SELECT key, count FROM rate_counters WHERE ${pairs.join(' OR ')}`,
    limits.flatMap((limit) => [limit.key, limit.windowStart]),
  );
}

/**
 * Counts a miss if the id is unknown. With a valid session, the miss is counted against the member; otherwise against the network address
 * and all anonymous callers. Counts nothing once one of the caller's own limits is reached. The limit shared by all anonymous callers stops
 * only its own counter. For a known card, reads one row and writes none.
 */
export function countMiss(requester: Requester, lookup: Lookup, now: number): Statement {
  // Passes each list as one parameter to keep the statement short because D1 parses the statement on every call.
  const appliedLimits = requester.caller ? limitsBySession : '?7';
  const entry = (limit: Limit, isOwn: 0 | 1) => [limit.key, limit.windowStart, limit.endsAt, limit.limit, isOwn];
  const list = (own: Limit[], sharedLimit: Limit | null) =>
    JSON.stringify([...own.map((limit) => entry(limit, 1)), ...(sharedLimit ? [entry(sharedLimit, 0)] : [])]);
  return statement(
    `INSERT INTO rate_counters (key, window_start, count, expires_at)
     SELECT l.value->>0, l.value->>1, 1, l.value->>2 FROM (SELECT 1 WHERE NOT EXISTS (${findable})) CROSS JOIN json_each(${appliedLimits}) AS l
     WHERE NOT EXISTS (SELECT 1 FROM json_each(${appliedLimits}) AS m
       JOIN rate_counters r ON r.key = m.value->>0 AND r.window_start = m.value->>1 WHERE m.value->>4 AND r.count >= m.value->>3)
     AND (l.value->>4 OR NOT EXISTS (SELECT 1 FROM rate_counters r
       WHERE r.key = l.value->>0 AND r.window_start = l.value->>1 AND r.count >= l.value->>3))
     ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1`,
    [
      lookup.cardId,
      lookup.code ?? null,
      requester.caller?.sessionHash ?? null,
      requester.caller?.userId ?? null,
      now,
      list(requester.memberLimits, null),
      list(requester.addressLimits, requester.anonymousLimit),
    ],
  );
}

export function isLimitSpent(limits: Limit[], bind: Bind): string {
  const spentLimits = limits.map(
    ({ key, windowStart, limit }) => `(key = ${bind(key)} AND window_start = ${bind(windowStart)} AND count >= ${bind(limit)})`,
  );
  return `EXISTS (SELECT 1 FROM rate_counters WHERE ${spentLimits.join(' OR ')})`;
}

export type LookupRefusal =
  | { reason: 'too_many_unknown_cards' | 'sign_in_to_look_up'; retryAfterSeconds: number }
  | { reason: 'card_not_found' };

/**
 * Returns why a lookup is rejected, or undefined if it is allowed. The limit shared by all anonymous callers does not apply to a caller who
 * sends the card's correct code, because that caller is not guessing.
 */
export function spentLimit(
  requester: Requester,
  { isSessionValid, codeWasRight = false }: { isSessionValid: boolean; codeWasRight?: boolean },
  counts: StatementResult<MissCount>,
  now: number,
): LookupRefusal | undefined {
  const countByKey = new Map(rows(counts).map((row) => [row.key, row.count]));
  const isSpent = (limit: Limit) => (countByKey.get(limit.key) ?? 0) >= limit.limit;
  const spentLimits = (isSessionValid ? requester.memberLimits : requester.addressLimits).filter(isSpent);
  if (spentLimits.length > 0)
    return { reason: 'too_many_unknown_cards', retryAfterSeconds: Math.max(...spentLimits.map((limit) => limit.endsAt)) - now };
  const { anonymousLimit } = requester;
  if (isSessionValid || codeWasRight || !anonymousLimit || !isSpent(anonymousLimit)) return undefined;
  return { reason: 'sign_in_to_look_up', retryAfterSeconds: anonymousLimit.endsAt - now };
}

export interface PublicCard {
  cardId: string;
  location: string | null;
  description: string | null;
}

export function lookupStore(db: Database) {
  return {
    async find(requester: Requester, lookup: Lookup, now: number): Promise<Result<PublicCard, LookupRefusal>> {
      const found = await load(requester, lookup, [], now);
      return found.ok ? found : load(requester, lookup, [countMiss(requester, lookup, now)], now);
    },
  };

  async function load(requester: Requester, lookup: Lookup, countStatements: Statement[], now: number) {
    const [card, counts, session] = await batch(db, [
      statement<PublicCard, 'location' | 'description'>(
        `SELECT card_id AS "cardId", ${publicColumn('c', 'location')} AS "location", ${publicColumn('c', 'description')} AS "description" FROM cache_cards c
         WHERE c.card_id = ?1 AND (?2 IS NULL OR c.code = ?2) AND ${isFindable('c')}`,
        [lookup.cardId, lookup.code ?? null],
      ),
      missCounts(requester),
      requester.caller ? sessionCheck(requester.caller, now) : noSession,
      ...countStatements,
    ]);
    const found = firstRow(card);
    const cardLookup = { isSessionValid: firstRow(session) !== undefined, codeWasRight: found !== undefined && lookup.code != null };
    const refusal = spentLimit(requester, cardLookup, counts, now);
    if (refusal) return err(refusal);
    return found ? ok(found) : err({ reason: 'card_not_found' } as const);
  }
}

const noSession = statement<{ one: 1 }, 'one'>('SELECT 1 AS "one" WHERE 0');

function sessionCheck(caller: Caller, now: number): Statement<{ one: 1 }> {
  return statement<{ one: 1 }, 'one'>(
    'SELECT 1 AS "one" FROM sessions WHERE id_hash = ?1 AND user_id = ?2 AND revoked_at IS NULL AND expires_at > ?3',
    [caller.sessionHash, caller.userId, now],
  );
}
