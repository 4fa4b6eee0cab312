import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { LoggedFind } from '#worker/domain/scans/find-log.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { isFindable, publicColumn } from '#worker/store/cards/findable-cards.ts';
import type { Database } from '#worker/store/database.ts';
import { batch, firstRow, queryFirst, statement } from '#worker/store/sql.ts';
import { paysOwnerFor, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { isFirstScan, isRewardedScan } from './scan-kinds.ts';

export interface LogRow {
  text: string;
  writtenAt: number;
}

/** SQL for a valid find `s` of card `c` by member ?2. */
const findOfMember = `cache_cards c JOIN card_scans s ON s.card_id = c.id AND s.user_id = ?2 AND ${isFirstScan('s')}
  WHERE c.card_id = ?1 AND ${isRewardedScan('s')} AND s.taken_back_by IS NULL`;

/** SQL condition: the card's owner may see note `l` because the find is valid and its finder is neither suspended nor leaving. */
export const isVisibleLog = `EXISTS (SELECT 1 FROM users f WHERE f.id = l.user_id AND f.suspended_at IS NULL AND f.deletion_requested_at IS NULL)
  AND EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = l.card_id AND s.user_id = l.user_id AND ${isFirstScan('s')} AND s.taken_back_by IS NULL)`;

interface LoggedFindRow {
  ownerId: number | null;
  isFindable: 0 | 1;
  paidOwner: 0 | 1;
}

function findForLog(cardId: string, caller: Caller) {
  return statement<LoggedFindRow, 'ownerId' | 'isFindable' | 'paidOwner'>(
    `SELECT ${publicColumn('c', 'user_id')} AS "ownerId", ${isFindable('c')} AS "isFindable",
       EXISTS (SELECT 1 FROM token_transactions f JOIN token_transactions o ON ${paysOwnerFor} WHERE ${tokensFor('scan', '?2', 'c.id', 'f')}) AS "paidOwner"
     FROM ${findOfMember}`,
    [cardId, caller.userId],
  );
}

function toLoggedFind(row: LoggedFindRow | undefined): LoggedFind | undefined {
  return row && { ownerId: row.ownerId, isFindable: row.isFindable === 1 };
}

export function findLogStore(db: Database) {
  return {
    async load(caller: Caller, cardId: string, now: number): Promise<{ member: Member | undefined; find: LoggedFind | undefined }> {
      const [member, find] = await batch(db, [signedInMember(caller, now), findForLog(cardId, caller)]);
      return { member: firstRow(member), find: toLoggedFind(firstRow(find)) };
    },

    /** Loads the find and counts the caller's valid finds, up to a limit. */
    async loadMoment(caller: Caller, cardId: string, countedUpTo: number, now: number) {
      const [member, find, findCount] = await batch(db, [
        signedInMember(caller, now),
        findForLog(cardId, caller),
        statement<{ finds: number }, 'finds'>(
          `SELECT COUNT(*) AS "finds" FROM (SELECT 1 FROM card_scans s
             WHERE s.user_id = ?1 AND ${isFirstScan('s')} AND ${isRewardedScan('s')} AND s.taken_back_by IS NULL LIMIT ?2)`,
          [caller.userId, countedUpTo],
        ),
      ]);
      const row = firstRow(find);
      return {
        member: firstRow(member),
        find: toLoggedFind(row),
        paidOwner: row?.paidOwner === 1,
        finds: firstRow(findCount)?.finds ?? 0,
      };
    },

    /**
     * Writes a note to the owner. A note that the owner has hidden stays hidden. Returns undefined if the find or the owner has changed.
     */
    async write({ userId, cardId, ownerId, text }: { userId: number; cardId: string; ownerId: number; text: string }, now: number) {
      return queryFirst<LogRow>(
        db,
        `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at)
         SELECT c.id, s.user_id, c.user_id, ?3, ?4 FROM ${findOfMember} AND ${publicColumn('c', 'user_id')} = ?5 AND ${isFindable('c')}
         ON CONFLICT (card_id, user_id) DO UPDATE SET text = excluded.text, written_at = excluded.written_at,
           hidden_at = iif(owner_id = excluded.owner_id, hidden_at, NULL), owner_id = excluded.owner_id
         RETURNING text, written_at AS "writtenAt"`,
        [cardId, userId, text, now, ownerId],
      );
    },

    /** Removes the member's note. Does nothing if it was already removed. */
    async remove(userId: number, cardId: string): Promise<void> {
      await batch(db, [
        statement('DELETE FROM find_logs WHERE user_id = ?1 AND card_id = (SELECT id FROM cache_cards WHERE card_id = ?2)', [
          userId,
          cardId,
        ]),
      ]);
    },

    /** Hides a note, or unhides it if `hiddenAt` is null. Returns false if the note does not exist. */
    async hide({ ownerId, cardId, logId }: { ownerId: number; cardId: string; logId: number }, hiddenAt: number | null): Promise<boolean> {
      const hidden = await queryFirst<{ id: number }>(
        db,
        `UPDATE find_logs SET hidden_at = ?4 WHERE id = ?3 AND owner_id = ?1
           AND card_id = (SELECT c.id FROM cache_cards c WHERE c.card_id = ?2 AND c.user_id = ?1) RETURNING id`,
        [ownerId, cardId, logId, hiddenAt],
      );
      return hidden !== undefined;
    },
  };
}
