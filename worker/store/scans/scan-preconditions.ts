/** Preconditions that are checked again when a scan is written because the decision may be based on a stale replica. */
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Bind } from '#worker/store/sql.ts';
import { isLimitSpent, type Requester } from './lookups.ts';

export interface CardVersion {
  /** Version of the card. Incremented by every change of owner, code, location or status, but not by a find. */
  version: number;
  /** Whether the owner is suspended or leaving. Checked in addition to `version`, which does not change when the owner's status does. */
  isOwnerHidden: boolean;
}

export type Scanner = Requester & { caller: Caller };

/** Returns SQL conditions on a card's row: it has not changed, and no limit on unknown ids is reached. */
export function scanPreconditions({ memberLimits }: Scanner, card: CardVersion, bind: Bind): string[] {
  return [
    `version = ${bind(card.version)} AND is_owner_hidden = ${bind(Number(card.isOwnerHidden))}`,
    `NOT ${isLimitSpent(memberLimits, bind)}`,
  ];
}
