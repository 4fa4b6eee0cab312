/** What a scan repeats where it is written, since what it was decided from may have come from a copy that is a little behind. */
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Bind } from '#worker/store/sql.ts';
import { isLimitSpent, type Requester } from './lookups.ts';

/** Whatever changes a card's owner, code, place or status by somebody's hand raises its version; a find does not. */
export interface CardVersion {
  version: number;
}

export type Scanner = Requester & { caller: Caller };

/** Conditions of a card's row: it is as it was seen, the caller's session holds, and no limit on unknown ids is spent. */
export function scanStands({ caller, memberLimits }: Scanner, card: CardVersion, now: number, bind: Bind): string[] {
  return [
    `version = ${bind(card.version)}`,
    // Those that were seen are closed by now.
    'NOT EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = cache_cards.id AND r.closed_at IS NULL)',
    // Whoever asks for deletion or is suspended has no session.
    `EXISTS (SELECT 1 FROM sessions s WHERE s.id_hash = ${bind(caller.sessionHash)} AND s.user_id = ${bind(caller.userId)}
      AND s.revoked_at IS NULL AND s.expires_at > ${bind(now)})`,
    `NOT ${isLimitSpent(memberLimits, bind)}`,
  ];
}
