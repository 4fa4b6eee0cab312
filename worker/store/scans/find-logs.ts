import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { LoggedFind } from '#worker/domain/scans/find-log.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { isFindable, publicColumn } from '#worker/store/cards/findable-cards.ts';
import { isAdoptable } from '#worker/store/claims/adoption.ts';
import type { Database } from '#worker/store/database.ts';
import { canReceiveNews } from '#worker/store/finding/news-mails.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { choseEmail, queuePush } from '#worker/store/messages/push.ts';
import { markProgressStale } from '#worker/store/progress/stale-progress.ts';
import { batch, firstRow, queryFirst, type Statement, statement } from '#worker/store/sql.ts';
import { paysOwnerFor, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { isFirstScan, isRewardedScan } from './scan-kinds.ts';

export interface LogRow {
  text: string;
  writtenAt: number;
  isThanked: 0 | 1;
}

interface OwnersLog {
  ownerId: number;
  cardId: string;
  logId: number;
}

/** SQL for a valid find `s` of card `c` by member ?2. */
const findOfMember = `cache_cards c JOIN card_scans s ON s.card_id = c.id AND s.user_id = ?2 AND ${isFirstScan('s')}
  WHERE c.card_id = ?1 AND ${isRewardedScan('s')} AND s.taken_back_by IS NULL`;

/** SQL condition: the card's owner may see the note because the find is valid and its finder is neither suspended nor leaving. */
export const isVisibleLog = (note: string) => `${note}.removed_at IS NULL
  AND EXISTS (SELECT 1 FROM users f WHERE f.id = ${note}.user_id AND f.suspended_at IS NULL AND f.deletion_requested_at IS NULL)
  AND EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = ${note}.card_id AND s.user_id = ${note}.user_id AND ${isFirstScan('s')} AND s.taken_back_by IS NULL)`;

/** SQL condition: `l` is note ?3 to member ?1, who owns card ?2. */
const logOfOwner =
  'l.id = ?3 AND l.owner_id = ?1 AND l.removed_at IS NULL AND l.card_id = (SELECT c.id FROM cache_cards c WHERE c.card_id = ?2 AND c.user_id = ?1)';

interface LoggedFindRow {
  ownerId: number | null;
  isFindable: 0 | 1;
  paidOwner: 0 | 1;
  needsOwner: 0 | 1;
}

function findForLog(cardId: string, caller: Caller, now: number) {
  return statement<LoggedFindRow, 'ownerId' | 'isFindable' | 'paidOwner' | 'needsOwner'>(
    `SELECT ${publicColumn('c', 'user_id')} AS "ownerId", ${isFindable('c')} AS "isFindable",
       EXISTS (SELECT 1 FROM token_transactions f JOIN token_transactions o ON ${paysOwnerFor} WHERE ${tokensFor('scan', '?2', 'c.id', 'f')}) AS "paidOwner",
       (${isFindable('c')} AND ${isAdoptable('?3')}) AS "needsOwner"
     FROM ${findOfMember}`,
    [cardId, caller.userId, now],
  );
}

function toLoggedFind(row: LoggedFindRow | undefined): LoggedFind | undefined {
  return row && { ownerId: row.ownerId, isFindable: row.isFindable === 1 };
}

/** SQL condition: member ?1 may thank the author of note `l` and has not done so. */
const isThankable = `${logOfOwner} AND l.thanked_at IS NULL AND l.hidden_at IS NULL AND ${isVisibleLog('l')}`;

/** Notifies the author of a note who chose to be notified of thanks, once per card. Must precede the update of the note. */
function notifyFinder(values: Statement['values'], now: number): [Statement, Statement] {
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', n.card_id), 'thanks:' || l.card_id || ':' || l.user_id
    FROM find_logs l JOIN cache_cards n ON n.id = l.card_id JOIN users u ON u.id = l.user_id WHERE ${isThankable}`;
  const mail = { sql: `${sql} AND ${canReceiveNews} AND ${choseEmail('u.id', 'thanks')}`, values };
  return [queueSelectedMails('thanks', mail, now), queuePush('thanks', { sql, values }, now)];
}

export function findLogStore(db: Database) {
  return {
    async load(caller: Caller, cardId: string, now: number): Promise<{ member: Member | undefined; find: LoggedFind | undefined }> {
      const [member, find] = await batch(db, [signedInMember(caller, now), findForLog(cardId, caller, now)]);
      return { member: firstRow(member), find: toLoggedFind(firstRow(find)) };
    },

    /** Loads the find and counts the caller's valid finds, up to a limit. */
    async loadMoment(caller: Caller, cardId: string, countedUpTo: number, now: number) {
      const [member, find, findCount] = await batch(db, [
        signedInMember(caller, now),
        findForLog(cardId, caller, now),
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
        needsOwner: row?.needsOwner === 1,
        finds: firstRow(findCount)?.finds ?? 0,
      };
    },

    /**
     * Writes a note to the owner. A note that the owner has hidden stays hidden. Returns undefined if the find or the owner has changed.
     */
    async write({ userId, cardId, ownerId, text }: { userId: number; cardId: string; ownerId: number; text: string }, now: number) {
      return queryFirst<LogRow, 'isThanked'>(
        db,
        `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at)
         SELECT c.id, s.user_id, c.user_id, ?3, ?4 FROM ${findOfMember} AND ${publicColumn('c', 'user_id')} = ?5 AND ${isFindable('c')}
         ON CONFLICT (card_id, user_id) DO UPDATE SET text = excluded.text, written_at = excluded.written_at, removed_at = NULL,
           hidden_at = iif(owner_id = excluded.owner_id, hidden_at, NULL), thanked_at = iif(owner_id = excluded.owner_id, thanked_at, NULL),
           thanks_seen_at = iif(owner_id = excluded.owner_id, thanks_seen_at, NULL), owner_id = excluded.owner_id
         RETURNING text, written_at AS "writtenAt", thanked_at IS NOT NULL AS "isThanked"`,
        [cardId, userId, text, now, ownerId],
      );
    },

    /** Removes the member's note. Of one that the owner has hidden, the row remains without the text. Does nothing if it was already removed. */
    async remove(userId: number, cardId: string, now: number): Promise<void> {
      const isNote = 'user_id = ?1 AND card_id = (SELECT id FROM cache_cards WHERE card_id = ?2)';
      await batch(db, [
        statement(`DELETE FROM find_logs WHERE ${isNote} AND hidden_at IS NULL`, [userId, cardId]),
        statement(
          `UPDATE find_logs SET text = '(removed)', removed_at = ?3, thanked_at = NULL, thanks_seen_at = NULL WHERE ${isNote} AND removed_at IS NULL`,
          [userId, cardId, now],
        ),
      ]);
    },

    /** Hides a note, or unhides it if `hiddenAt` is null. Returns false if the note does not exist. */
    async hide({ ownerId, cardId, logId }: OwnersLog, hiddenAt: number | null): Promise<boolean> {
      const hidden = await queryFirst<{ id: number }>(db, `UPDATE find_logs AS l SET hidden_at = ?4 WHERE ${logOfOwner} RETURNING id`, [
        ownerId,
        cardId,
        logId,
        hiddenAt,
      ]);
      return hidden !== undefined;
    },

    /** Thanks the author of a note. Does nothing if the owner has already thanked them. */
    async thank({ ownerId, cardId, logId }: OwnersLog, now: number): Promise<'thanked' | 'log_not_found' | 'log_hidden'> {
      const [, , , , log] = await batch(db, [
        markProgressStale(`SELECT l.user_id FROM find_logs l WHERE ${isThankable}`, [ownerId, cardId, logId]),
        ...notifyFinder([ownerId, cardId, logId], now),
        statement(`UPDATE find_logs AS l SET thanked_at = ?4 WHERE ${isThankable}`, [ownerId, cardId, logId, now]),
        statement<{ isThanked: 0 | 1 }, 'isThanked'>(
          `SELECT l.thanked_at IS NOT NULL AS "isThanked" FROM find_logs l WHERE ${logOfOwner} AND ${isVisibleLog('l')}`,
          [ownerId, cardId, logId],
        ),
      ]);
      const row = firstRow(log);
      if (!row) return 'log_not_found';
      return row.isThanked === 1 ? 'thanked' : 'log_hidden';
    },

    /** Records that the member has seen the thanks for their notes. */
    async seeThanks(userId: number, now: number): Promise<void> {
      await batch(db, [
        statement('UPDATE find_logs SET thanks_seen_at = ?2 WHERE user_id = ?1 AND thanked_at IS NOT NULL AND thanks_seen_at IS NULL', [
          userId,
          now,
        ]),
      ]);
    },
  };
}
