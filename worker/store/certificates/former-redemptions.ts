import { pauseEnd } from '#worker/store/certificates/redemption-pause.ts';
import { bindStore } from '#worker/store/database.ts';
import { execute, queryFirst } from '#worker/store/sql.ts';

/** SQL for a redemption by a deleted account with mailbox hash `hash` whose waiting period has not ended at `now`. */
export const latestFormerRedemption = (hash: string, now: string) => `SELECT 1 FROM former_redemptions f WHERE f.mailbox_hash = ${hash}
  AND ${pauseEnd('f.redeemed_at')} > ${now}`;

export const formerRedemptionStore = bindStore({
  /**
   * Records a member's last redemption, if any, under the mailbox hash, and each redemption under the hash of the mailbox that redeemed.
   * Must precede the erasure of the member's email and certificates.
   */
  async record(db, userId: number, mailboxHash: string): Promise<void> {
    await execute(
      db,
      `INSERT INTO former_redemptions (mailbox_hash, redeemed_at)
       SELECT h.value, max(c.created_at) FROM vacation_certificates c, json_each(json_array(?2, c.mailbox_hash)) h
       WHERE c.user_id = ?1 AND c.status <> 'cancelled' AND h.value IS NOT NULL GROUP BY h.value
       ON CONFLICT (mailbox_hash) DO UPDATE SET redeemed_at = max(redeemed_at, excluded.redeemed_at)`,
      [userId, mailboxHash],
    );
  },

  async redeemedAt(db, mailboxHash: string): Promise<number | null> {
    const redemptionRow = await queryFirst<{ redeemedAt: number }>(
      db,
      'SELECT redeemed_at AS "redeemedAt" FROM former_redemptions WHERE mailbox_hash = ?1',
      [mailboxHash],
    );
    return redemptionRow?.redeemedAt ?? null;
  },
});
