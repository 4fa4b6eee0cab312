/** Payable members without a PayPal address, and email reminders to them. Product rules: Payout addresses. */
import type { PayeesWithoutAddress } from '#schema/payouts/admin-payouts.ts';
import { maxAddressReminders, payoutAddressReminderSeconds } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, firstRow, queryFirst, statement } from '#worker/store/sql.ts';
import { isWithheld } from './eligibility.ts';

const payees = `payout_queue q JOIN users u ON u.id = q.id WHERE q.has_address = 0 AND q.rank IN (0, 1) AND NOT ${isWithheld}`;
/** SQL condition: the member was asked for an address after `since`. The unary plus makes SQLite search by member. */
const wasAskedSince = (since: string) =>
  `EXISTS (SELECT 1 FROM outbox o WHERE o.user_id = q.id AND +o.template = 'payout_address_wanted' AND +o.created_at > ${since})`;

export const addressReminderStore = bindStore({
  async counts(db, now: number): Promise<PayeesWithoutAddress> {
    const counts = await queryFirst<PayeesWithoutAddress, 'members' | 'cents' | 'toRemind'>(
      db,
      `SELECT count(*) AS "members", coalesce(sum(q.net_cents), 0) AS "cents",
         coalesce(sum(NOT ${wasAskedSince('?1')}), 0) AS "toRemind" FROM ${payees}`,
      [now - payoutAddressReminderSeconds],
    );
    return counts ?? { members: 0, cents: 0, toRemind: 0 };
  },

  /**
   * Emails members who have not been asked for an address in the last week, starting with those whose unpaid amounts are oldest. Returns
   * the number of members emailed.
   */
  async remind(db, actor: Actor, now: number): Promise<number> {
    const due = (since: string) => `${payees} AND NOT ${wasAskedSince(since)} ORDER BY q.oldest_at, q.id LIMIT ${maxAddressReminders}`;
    const since = now - payoutAddressReminderSeconds;
    const [reminded] = await batch(db, [
      statement<{ members: number }, 'members'>(`SELECT count(*) AS "members" FROM (SELECT q.id FROM ${due('?1')})`, [since]),
      auditFromSelect(
        actor,
        { action: 'payout_address.remind', entityType: 'payout' },
        {
          sql: `SELECT 'address_reminders', NULL, NULL, json_object('members', count(*)) FROM (SELECT q.id FROM ${due('?8')}) HAVING count(*) > 0`,
          values: [since],
        },
        now,
      ),
      queueSelectedMails(
        'payout_address_wanted',
        { sql: `SELECT u.id, u.email, json_object('firstName', u.first_name), NULL FROM ${due('?1')}`, values: [since] },
        now,
      ),
    ]);
    return firstRow(reminded)?.members ?? 0;
  },
});
