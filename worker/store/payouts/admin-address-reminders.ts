/** Payable members without a PayPal address, and email reminders to them. Product rules: Payout addresses. */
import type { PayeesWithoutAddress } from '#schema/payouts/admin-payouts.ts';
import { maxCountedRows, payoutAddressReminderSeconds } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, queryFirst, rows, statement } from '#worker/store/sql.ts';
import { isWithheld } from './eligibility.ts';

const payees = `payout_queue q JOIN users u ON u.id = q.id WHERE q.has_address = 0 AND q.rank IN (0, 1) AND NOT ${isWithheld}`;
/** SQL condition: the member was asked for an address after `since`. The unary plus makes SQLite search by member. */
const wasAskedSince = (since: string) =>
  `EXISTS (SELECT 1 FROM outbox o WHERE o.user_id = q.id AND +o.template = 'payout_address_wanted' AND +o.created_at > ${since})`;

export type ReminderRefusal = 'nothing_owed' | 'has_address' | 'withheld' | 'reminded';

export interface ReminderRow {
  id: number;
  /** Why the member was not asked; null if they were. */
  refusal: ReminderRefusal | null;
}

export const addressReminderStore = bindStore({
  async counts(db, now: number): Promise<PayeesWithoutAddress> {
    const counts = await queryFirst<PayeesWithoutAddress, 'members' | 'cents' | 'toRemind'>(
      db,
      `SELECT count(*) AS "members", coalesce(sum(cents), 0) AS "cents", coalesce(sum(NOT was_asked), 0) AS "toRemind"
       FROM (SELECT q.net_cents AS cents, ${wasAskedSince('?1')} AS was_asked FROM ${payees} LIMIT ${maxCountedRows + 1})`,
      [now - payoutAddressReminderSeconds],
    );
    return counts ?? { members: 0, cents: 0, toRemind: 0 };
  },

  /** Asks each of the members for an address by email, and returns why the others were not asked. */
  async remind(db, members: readonly number[], actor: Actor, now: number): Promise<ReminderRow[]> {
    const ids = JSON.stringify(members);
    const due = (list: string, since: string) =>
      `${payees} AND NOT ${wasAskedSince(since)} AND q.id IN (SELECT value FROM json_each(${list}))`;
    const since = now - payoutAddressReminderSeconds;
    const [outcomes] = await batch(db, [
      statement<ReminderRow, 'id' | 'refusal'>(
        `SELECT w.value AS "id", iif(${isWithheld}, 'withheld', iif(q.id IS NULL OR q.rank NOT IN (0, 1), 'nothing_owed',
           iif(q.has_address = 1, 'has_address', iif(${wasAskedSince('?2')}, 'reminded', NULL)))) AS "refusal"
         FROM json_each(?1) w LEFT JOIN users u ON u.id = w.value LEFT JOIN payout_queue q ON q.id = w.value`,
        [ids, since],
      ),
      auditFromSelect(
        actor,
        { action: 'payout_address.remind', entityType: 'user' },
        { sql: `SELECT CAST(q.id AS TEXT), q.id, NULL, NULL FROM ${due('?8', '?9')}`, values: [ids, since] },
        now,
      ),
      queueSelectedMails(
        'payout_address_wanted',
        { sql: `SELECT u.id, u.email, json_object('firstName', u.first_name), NULL FROM ${due('?1', '?2')}`, values: [ids, since] },
        now,
      ),
    ]);
    return rows(outcomes);
  },
});
