/** Administrators' list of outgoing emails. Excludes the emails' contents, which may be private. */

import type { OutboxMail } from '#schema/admin/system.ts';
import { outbox } from '#schema/tables/operations.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore } from '#worker/store/database.ts';
import { type RowOf, selectList } from '#worker/store/sql.ts';

const columns = ['id', 'template', 'userId', 'status', 'attempts', 'nextAttemptAt', 'createdAt', 'sentAt'] as const;
export type OutboxRow = RowOf<typeof outbox, (typeof columns)[number]> & Pick<OutboxMail, 'to' | 'lastError'>;

/**
 * SQL condition: the email is about a PayPal address. Plain administrators read this list, but only super administrators may see PayPal
 * addresses. The list shows neither the recipient nor the error, because the provider may quote the address in it.
 */
const hidesAddress = `t.template IN ('confirm_payout_address', 'payout_address_changed')`;
const recipient = `iif(${hidesAddress}, 'PayPal address', t.to_address)`;
const shownError = `iif(${hidesAddress}, iif(t.last_error IS NULL, NULL, 'not shown here because it may contain the PayPal address'), t.last_error)`;

/** Returns a condition for unsent emails with this status. The redundant `<> 'sent'` lets SQLite use the small partial index. */
const unsent = (status: string) => `t.status = '${status}' AND t.status <> 'sent'`;

export const outboxShape: ListShape = {
  from: 'outbox t',
  columns: `${selectList(outbox, 't', columns)}, ${recipient} AS "to", ${shownError} AS "lastError"`,
  search: `${recipient} || char(10) || t.template || char(10) || coalesce(${shownError}, '')`,
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  filters: {
    status: {
      conditions: { dead: unsent('dead'), queued: unsent('queued'), sending: unsent('sending'), dropped: unsent('dropped') },
      sorts: ['created'],
    },
  },
  dates: dateFilter('t.created_at', ['created']),
};

export const adminOutboxStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<OutboxRow, 'to' | 'lastError'>(db, outboxShape, request),
});
