import type { Database } from '#worker/store/database.ts';
import { queryFirst } from '#worker/store/sql.ts';

/**
 * Returns SQL that is true if the member has a paid membership at the time `at`. Memberships granted by an administrator are excluded
 * because the administrator could otherwise exempt a certificate from review, and so are all while the bank has a payment of the member's
 * back in a dispute. The parameters are SQL expressions.
 */
export function isPaying(userId: string, at: string): string {
  return `EXISTS (SELECT 1 FROM membership_periods m WHERE m.user_id = ${userId} AND m.ends_at > ${at} AND m.starts_at <= ${at} AND m.source = 'stripe'
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.user_id = m.user_id AND p.dispute_status = 'open'))`;
}

export function payingMemberStore(db: Database) {
  return {
    async isPaying(userId: number, now: number): Promise<boolean> {
      return (await queryFirst<{ paying: 0 | 1 }, 'paying'>(db, `SELECT ${isPaying('?1', '?2')} AS "paying"`, [userId, now]))?.paying === 1;
    },
  };
}
