/** Corrections of a member's keys by super administrators. Product rules: Administrators. */
import type { CorrectKeysRequest } from '#schema/accounts/admin-users.ts';
import { keyKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { emailFavor } from '#worker/store/admin/access/favor-mails.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, statement } from '#worker/store/sql.ts';
import { keyColumns } from './ledger-kinds.ts';

export type KeyCorrection = CorrectKeysRequest & { userId: number };

export const adminKeyStore = bindStore({
  /**
   * Adds keys, or takes back keys of an earlier correction. Never removes earned keys: their own reversal would then make the number
   * negative. Keys that are taken back count for as long as the correction that added them.
   */
  async correct(
    db,
    { userId, keys, amount, count, reason }: KeyCorrection,
    actor: Actor,
    now: number,
  ): Promise<'corrected' | 'member_not_found' | 'member_leaving' | 'changed_meanwhile' | 'keys_not_corrected'> {
    const [counter, kind] =
      keys === 'treasure' ? ['treasure_keys', keyKinds.treasure_correction.code] : ['community_keys', keyKinds.community_correction.code];
    const member = `FROM users u WHERE u.id = ?1 AND u.${counter} = ?4 AND u.deletion_requested_at IS NULL`;
    const insert =
      amount > 0
        ? statement<{ id: number }>(
            `INSERT INTO ${keyColumns} SELECT u.id, ${kind}, ?2, (SELECT coalesce(max(id), 0) + 1 FROM key_events), 0, 0, ?3 ${member} RETURNING id`,
            [userId, amount, now, count],
          )
        : statement<{ id: number }>(
            `INSERT INTO ${keyColumns}
               SELECT u.id, ${kind}, ?2, c.subject_id, 0, c.turns, ?3 FROM users u
                 JOIN (SELECT subject_id, count(*) AS turns FROM key_events WHERE user_id = ?1 AND kind = ${kind}
                   GROUP BY subject_id HAVING sum(amount) + ?2 >= 0 ORDER BY subject_id DESC LIMIT 1) c
               WHERE u.id = ?1 AND u.${counter} = ?4 AND u.deletion_requested_at IS NULL RETURNING id`,
            [userId, amount, now, count],
          );
    const entry = {
      action: 'keys.correct' as const,
      entityType: 'user',
      entityId: userId,
      userId,
      before: { [`${keys}Keys`]: count },
      after: { [`${keys}Keys`]: count + amount },
      reason,
    };
    const [corrected, , members] = await batch(db, [
      insert,
      auditStatement(actor, entry, now),
      statement<{ count: number; isLeaving: 0 | 1 }, 'isLeaving'>(
        `SELECT u.${counter} AS "count", u.deletion_requested_at IS NOT NULL AS "isLeaving" FROM users u WHERE u.id = ?1 AND u.erased_at IS NULL`,
        [userId],
      ),
      ...(amount > 0 ? [emailFavor(actor, now)] : []),
    ]);
    if (firstRow(corrected)) return 'corrected';
    const found = firstRow(members);
    if (!found) return 'member_not_found';
    if (found.isLeaving) return 'member_leaving';
    return found.count === count ? 'keys_not_corrected' : 'changed_meanwhile';
  },
});
