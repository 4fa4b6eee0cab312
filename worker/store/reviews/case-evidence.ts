/**
 * Records which evidence belongs to review cases so that it is not erased when it gets old or when an account is erased. Product rules:
 * Reviews.
 */
import { caseEvidenceRetentionSeconds } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { unconfirmedMailbox } from '#worker/domain/accounts/mailbox.ts';
import { disposableEmailTest } from '#worker/store/accounts/disposable-email.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, execute, queryAll, queryFirst, statement } from '#worker/store/sql.ts';
import { eraseEvidence, hasEvidence, isCaseEvidence, isCurrent, isOwnersEvidence, isScanInCase, staysInCase } from './case-conditions.ts';
import type { CaseCard } from './reviews.ts';

/** Number of scans that one statement clears, to limit its run time. */
const perStatement = 2_000;

export interface LeavingMember {
  userId: number;
  email: string;
  mailboxHash: string;
  formerEmails: readonly string[];
  formerMailboxHashes: readonly string[];
  requestedAt: number;
}

const endedBefore = (now: number) => now - caseEvidenceRetentionSeconds;

export function caseEvidenceStore(db: Database, { ASSETS }: Pick<StoreEnv, 'ASSETS'>) {
  return {
    /** Closes cases whose certificates are no longer waiting for review, and reopens cases whose certificates are waiting again. */
    async sync(now: number): Promise<void> {
      await batch(db, [
        statement(
          `UPDATE review_cases SET closed_at = NULL WHERE closed_at IS NOT NULL
             AND certificate_id IN (SELECT c.id FROM vacation_certificates c WHERE c.review = 'waiting')`,
        ),
        statement(
          `UPDATE review_cases AS k SET closed_at = iif(c.reviewed_by_id IS NULL, ?1, c.reviewed_at)
           FROM vacation_certificates c WHERE c.id = k.certificate_id AND k.closed_at IS NULL AND c.review <> 'waiting'`,
          [now],
        ),
      ]);
    },

    /** Returns certificates without a recorded case that are waiting for review or were recently decided by an administrator. */
    async unrecorded(now: number, limit: number): Promise<number[]> {
      const isNew = 'NOT EXISTS (SELECT 1 FROM review_cases k WHERE k.certificate_id = c.id)';
      const found = await queryAll<{ id: number }>(
        db,
        `SELECT c.id FROM vacation_certificates c WHERE c.review = 'waiting' AND ${isNew}
         UNION ALL SELECT c.id FROM vacation_certificates c
           WHERE c.reviewed_by_id IS NOT NULL AND c.reviewed_at > ?1 AND c.review <> 'waiting' AND ${isNew} LIMIT ?2`,
        [endedBefore(now), limit],
      );
      return found.map(({ id }) => id);
    },

    async record(certificateId: number, cards: readonly CaseCard[]): Promise<void> {
      await batch(db, [
        statement(
          `INSERT INTO review_cases (certificate_id, closed_at) SELECT c.id, iif(c.review = 'waiting', NULL, c.reviewed_at)
           FROM vacation_certificates c WHERE c.id = ?1 ON CONFLICT (certificate_id) DO NOTHING`,
          [certificateId],
        ),
        statement(
          `INSERT INTO case_cards (certificate_id, card_id, from_scan_id, through_scan_id)
           SELECT ?1, w.value ->> 'cardId', w.value ->> 'fromScanId', w.value ->> 'throughScanId' FROM json_each(?2) w
           WHERE true ON CONFLICT (certificate_id, card_id) DO NOTHING`,
          [certificateId, JSON.stringify(cards)],
        ),
      ]);
    },

    /**
     * Adds a leaving member to the cases that are open now or were open when the deletion was requested. Must precede the erasure of the
     * member's data. The hash of a mailbox that the member never confirmed is marked.
     */
    async keepMember({ userId, email, mailboxHash, formerEmails, formerMailboxHashes, requestedAt }: LeavingMember): Promise<void> {
      const isDisposable = [email, ...formerEmails].some(await disposableEmailTest(ASSETS));
      const { owner_scan, placement } = tokenKinds;
      await execute(
        db,
        `INSERT INTO case_members (user_id, certificate_id, mailbox_hash, is_disposable, former_mailbox_hashes)
         SELECT ?1, k.certificate_id, iif((SELECT u.email_verified_at FROM users u WHERE u.id = ?1) IS NULL, '${unconfirmedMailbox}', '') || ?2, ?3, ?5
         FROM review_cases k WHERE ${isCurrent('k', '?4')} AND k.certificate_id IN (
           SELECT c.id FROM vacation_certificates c WHERE c.user_id = ?1
           UNION SELECT n.certificate_id FROM card_scans s CROSS JOIN case_cards n ON ${isScanInCase('s', 'n')}
             WHERE s.user_id = ?1 AND ${isFirstScan('s')}
           UNION SELECT n.certificate_id FROM cache_cards c CROSS JOIN case_cards n ON n.card_id = c.id WHERE c.user_id = ?1
           UNION SELECT n.certificate_id FROM card_places p CROSS JOIN case_cards n ON n.card_id = p.card_id WHERE p.user_id = ?1
           UNION SELECT n.certificate_id FROM token_transactions t CROSS JOIN case_cards n ON n.card_id = t.subject_id
             WHERE t.user_id = ?1 AND t.kind IN (${owner_scan.code}, ${placement.code}))
         ON CONFLICT (user_id, certificate_id) DO NOTHING`,
        [userId, mailboxHash, isDisposable ? 1 : 0, requestedAt - 1, JSON.stringify(formerMailboxHashes)],
      );
    },

    /** Returns a case whose evidence is due for erasure, with its erased members; undefined if there is none. */
    async ended(now: number): Promise<{ certificateId: number; members: number[] } | undefined> {
      const found = await queryFirst<{ certificateId: number; members: string }, 'members'>(
        db,
        `SELECT k.certificate_id AS "certificateId", (SELECT json_group_array(m.user_id) FROM case_members m JOIN users u ON u.id = m.user_id
           WHERE m.certificate_id = k.certificate_id AND u.erased_at IS NOT NULL) AS "members"
         FROM review_cases k WHERE k.closed_at <= ?1 ORDER BY k.closed_at LIMIT 1`,
        [endedBefore(now)],
      );
      return found && { certificateId: found.certificateId, members: JSON.parse(found.members) as number[] };
    },

    /**
     * Clears the case's evidence that is past its retention period and not part of another case, a few thousand scans per call. Returns
     * true when none is left.
     */
    async clearScans(certificateId: number, now: number): Promise<boolean> {
      const cleared = await queryAll<{ one: 1 }, 'one'>(
        db,
        `UPDATE card_scans SET ${eraseEvidence} WHERE id IN (
           SELECT t.id FROM case_cards n CROSS JOIN card_scans t ON ${isScanInCase('t', 'n')}
           WHERE n.certificate_id = ?1 AND t.scan_date < ?2 AND ${hasEvidence('t')} AND NOT ${isCaseEvidence('t', '?2')} LIMIT ${perStatement})
         RETURNING 1 AS "one"`,
        [certificateId, endedBefore(now)],
      );
      return cleared.length < perStatement;
    },

    /** Deletes a case and its remaining data about erased members, except for members who are part of another case. */
    async delete(certificateId: number, now: number): Promise<void> {
      await batch(db, [
        statement(
          `UPDATE users SET registration_address_hash = NULL WHERE erased_at IS NOT NULL
             AND id IN (SELECT m.user_id FROM case_members m WHERE m.certificate_id = ?1) AND NOT ${staysInCase('users.id', '?2')}`,
          [certificateId, endedBefore(now)],
        ),
        statement(
          `DELETE FROM card_places WHERE card_id IN (SELECT n.card_id FROM case_cards n WHERE n.certificate_id = ?1)
             AND user_id IN (SELECT u.id FROM users u WHERE u.erased_at IS NOT NULL) AND NOT ${isOwnersEvidence('card_id', 'user_id', '?2')}`,
          [certificateId, endedBefore(now)],
        ),
        statement(
          `DELETE FROM review_snapshots WHERE certificate_id IN (SELECT c.id FROM vacation_certificates c JOIN users u ON u.id = c.user_id
             WHERE c.id = ?1 AND u.erased_at IS NOT NULL)`,
          [certificateId],
        ),
        statement('DELETE FROM case_members WHERE certificate_id = ?1', [certificateId]),
        statement('DELETE FROM case_cards WHERE certificate_id = ?1', [certificateId]),
        statement('DELETE FROM review_cases WHERE certificate_id = ?1', [certificateId]),
      ]);
    },
  };
}
