/** What `list_counts` has to hold, from the rows themselves: after rows came by the hundred thousand, and for tests. */
import type { CountedList } from '#schema/admin/list.ts';
import { isFind, tokenType } from '#worker/store/ledger-kinds.ts';

const counted = {
  users: {
    from: 'users WHERE erased_at IS NULL',
    cells: ['role', '(owed_tokens > 0) || (suspended_at IS NOT NULL) || (deletion_requested_at IS NOT NULL)'],
  },
  cards: { from: 'cache_cards WHERE available_at IS NOT NULL', cells: ['status', 'is_test'] },
  ledger: { from: `token_transactions t WHERE NOT ${isFind('t')}`, cells: [tokenType] },
  claims: { from: 'ownership_claims', cells: ['status'] },
  orders: { from: 'orders', cells: ['status', 'kind', "(delivery IS 'ship' AND sent_to_print_at IS NULL)"] },
  certificates: { from: 'vacation_certificates', cells: ['status', 'review', 'booking_status'] },
  messages: { from: 'contact_messages', cells: ['(handled_at IS NOT NULL)'] },
  commissions: { from: 'referral_commissions', cells: ['status', '(amount_cents <> 0)'] },
  chests: { from: 'treasure_chest_payouts', cells: ['status'] },
  payments: { from: 'payouts', cells: [] },
  audit: { from: 'audit_log', cells: ['entity_type', "coalesce(admin_id, '')"] },
  mails: { from: 'outbox', cells: [] },
  decisions: { from: 'review_decisions', cells: ['action'] },
} satisfies Record<CountedList, { from: string; cells: string[] }>;

/** Of each list a SELECT of its cells: `list`, `a`, `b`, `c`, `n`. */
export const listCountSelects = Object.entries(counted).map(([list, { from, cells }]) => {
  const columns = ['a', 'b', 'c'].map((name, index) => `CAST(${cells[index] ?? "''"} AS TEXT) AS ${name}`);
  return `SELECT '${list}' AS list, ${columns.join(', ')}, count(*) AS n FROM ${from} GROUP BY 1, 2, 3, 4`;
});
