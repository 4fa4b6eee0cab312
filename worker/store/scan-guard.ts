/** What a scan repeats before it writes, since what it was decided from may have come from a copy that is a little behind. */
import type { Caller } from '#worker/domain/caller.ts';
import type { CardSeen } from '#worker/domain/scan.ts';
import { isLimitSpent, type Requester } from './lookups.ts';
import { type Statement, statement } from './sql.ts';

/** The caller's session: whoever asks for deletion or is suspended has none. */
const isOpen = 's.id_hash = ?1 AND s.user_id = ?2 AND s.revoked_at IS NULL AND s.expires_at > ?3';

/** Whatever changes a card's owner, code, placement or status by somebody's hand raises its version. */
export interface SeenVersion {
  rowId: number;
  version: number;
}

/**
 * Writes nothing where the session holds, no limit on unknown ids is spent and the card is as it was seen, reports included; else
 * it violates `sessions.id_hash`, and the batch that it begins fails as a whole.
 */
export function scanStillStands(
  { caller, memberLimits }: Requester & { caller: Caller },
  card: SeenVersion & Pick<CardSeen, 'openReports'>,
  now: number,
): Statement {
  return statement(
    `INSERT INTO sessions (id_hash) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE ${isOpen})
       OR NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.id = ?4 AND c.version = ?5)
       OR EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = ?4 AND r.closed_at IS NULL) <> ?6
       OR ${isLimitSpent(memberLimits.length, 7)}`,
    caller.sessionHash,
    caller.userId,
    now,
    card.rowId,
    card.version,
    card.openReports,
    ...memberLimits.flatMap(({ key, windowStart, limit }) => [key, windowStart, limit]),
  );
}
