import type { AuditAction } from '#schema/admin/audit-actions.ts';
import { type ExclusionReason, lineStatuses, type RunScope } from '#schema/payouts/admin-payout-runs.ts';
import { payoutRunChunk } from '#schema/rules.ts';
import { payoutRunLines, payoutRuns } from '#schema/tables/payout-runs.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { recentGifts } from '#worker/store/admin/access/own-member.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { uncomparedSql } from '#worker/store/admin/system/database-restores.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { requestPayoutAddress } from '#worker/store/payouts/payout-addresses.ts';
import {
  batch,
  batchAfter,
  catchViolation,
  firstRow,
  queryAll,
  type RowOf,
  rows,
  runGuarded,
  selectList,
  statement,
} from '#worker/store/sql.ts';
import { candidates, isPaidChest, isPaidCommission, type RunTerms, termValues } from './admin-candidates.ts';
import { memberColumns } from './admin-rows.ts';
import { cancelLines, countNewLines, recheckRun } from './admin-run-lines.ts';
import { isLineExact } from './surplus.ts';
import { markGivenLines, mayApprove, queueWaitingRunMail, selectApproverFacts, toApproverFacts } from './waiting-runs.ts';

const runKeys = [
  'id',
  'scope',
  'until',
  'status',
  'collectedTo',
  'expectedLines',
  'lines',
  'totalCents',
  'paidLines',
  'outLines',
  'returnedLines',
  'returnedCents',
  'filesVersion',
  'createdAt',
  'createdById',
  'approvedAt',
  'paidAt',
  'cancelledAt',
  'version',
] as const;
export type RunRow = RowOf<typeof payoutRuns, (typeof runKeys)[number]> & {
  createdBy: string | null;
  approvedBy: string | null;
  paidBy: string | null;
};

const lineKeys = ['id', 'runId', 'address', 'amountCents', 'entries', 'status', 'reason', 'outVersion'] as const;
export type LineRow = RowOf<typeof payoutRunLines, (typeof lineKeys)[number]> & {
  memberId: number;
  email: string;
  name: string | null;
  paymentId: number | null;
};

const people = `LEFT JOIN admins ca ON ca.id = t.created_by_id LEFT JOIN admins aa ON aa.id = t.approved_by_id LEFT JOIN admins pa ON pa.id = t.paid_by_id`;
const runColumns = `${selectList(payoutRuns, 't', runKeys)}, ca.email AS "createdBy", aa.email AS "approvedBy", pa.email AS "paidBy"`;
const lineColumns = `${selectList(payoutRunLines, 't', lineKeys)}, t.user_id AS "memberId", ${memberColumns('u')}, t.payout_id AS "paymentId"`;

export const runListShape: ListShape = {
  from: 'payout_runs t',
  join: people,
  columns: runColumns,
  search: `'Payout run ' || t.id || char(10) || t.scope || char(10) || t.status`,
  // There are only a few runs per month, so no index is needed for the sort order.
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  dates: dateFilter('t.created_at', ['created']),
  exact: { number: 'run', payout_line: (run) => `SELECT ${run} AS id` },
};

export const runLineListShape: ListShape = {
  from: 'payout_run_lines t JOIN users u ON u.id = t.user_id',
  columns: lineColumns,
  search: `u.email || char(10) || t.address || char(10) || coalesce(u.username, '') || char(10) || 'CC-' || t.run_id || '-' || t.id`,
  sorts: { id: 't.id', queue: 't.place' },
  defaultSort: 'id',
  filters: {
    run: { conditions: { column: 't.run_id', kind: 'number' }, sorts: ['queue'] },
    status: { conditions: columnConditions('status', lineStatuses), sorts: ['queue'], within: 'run' },
  },
  exact: {
    payout_line: (run, line) => `SELECT id FROM payout_run_lines WHERE id = ${line} AND run_id = ${run}`,
    email: (key) => `SELECT id FROM payout_run_lines WHERE user_id = (SELECT id FROM users WHERE email_key = ${key}) ORDER BY id DESC`,
  },
};

const maxListedRemovals = 50;

const selectRun = (condition: string, value: number | string) =>
  statement<RunRow>(`SELECT ${runColumns} FROM payout_runs t ${people} WHERE ${condition}`, [value]);

export interface FileDownload {
  id: number;
  part: number;
  filesVersion: number;
  at: number;
  by: string | null;
}

/** Selects the latest download of each of the run's PayPal files, for every version of the files. */
const selectDownloads = (id: number) =>
  statement<FileDownload, 'id' | 'part' | 'filesVersion'>(
    `SELECT l.after ->> 'part' AS "part", l.after ->> 'version' AS "filesVersion", l.created_at AS "at", a.email AS "by", max(l.id) AS "id"
     FROM audit_log l LEFT JOIN admins a ON a.id = l.admin_id
     WHERE l.entity_type = 'payout_run' AND l.entity_id = ?1 AND +l.action = 'payout_run.download' GROUP BY 1, 2 ORDER BY 2 DESC, 1`,
    [String(id)],
  );

const maxListedGifts = 50;

export interface RunGift {
  memberId: number;
  email: string;
  amountCents: number;
  action: AuditAction;
  by: string | null;
  at: number;
}

/** Selects recent gifts to members whom the run, which waits for approval, is about to pay. */
const selectGifts = (id: number, now: number) =>
  statement<RunGift, 'action' | 'at'>(
    `WITH given AS (SELECT l.user_id, l.amount_cents, (SELECT json_group_array(json_array(b.id, b.action, b.at)) FROM (${recentGifts('l.user_id', '?2')}) b) AS gifts
       FROM payout_runs r CROSS JOIN payout_run_lines l ON l.run_id = r.id AND l.status = 'in' WHERE r.id = ?1 AND r.status = 'frozen')
     SELECT u.id AS "memberId", u.email AS "email", g.amount_cents AS "amountCents", e.value ->> 1 AS "action", a.email AS "by", max(e.value ->> 2) AS "at"
     FROM given g CROSS JOIN json_each(g.gifts) e JOIN users u ON u.id = g.user_id LEFT JOIN admins a ON a.id = e.value ->> 0
     GROUP BY u.id, 4, a.id ORDER BY g.amount_cents DESC, u.id LIMIT ${maxListedGifts}`,
    [id, now],
  );

export interface NewRun {
  scope: RunScope;
  until: string | null;
  /** Identifies the request to create the run by its administrator and Idempotency-Key. */
  request: string;
  expectedLines: number;
}

export const payoutRunStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<RunRow>(db, runListShape, request),
  lines: (db, request: ListRowsQuery) => readList<LineRow, 'name'>(db, runLineListShape, request),

  async find(db, id: number): Promise<RunRow | undefined> {
    return firstRow((await batch(db, [selectRun('t.id = ?1', id)]))[0]);
  },

  async findRequest(db, request: string): Promise<RunRow | undefined> {
    return firstRow((await batch(db, [selectRun('t.request = ?1', request)]))[0]);
  },

  async details(db, id: number, now: number) {
    const [run, out, admins, changes, downloads, given] = await batch(db, [
      selectRun('t.id = ?1', id),
      statement<LineRow, 'name'>(
        `SELECT ${lineColumns} FROM payout_run_lines t JOIN users u ON u.id = t.user_id
           WHERE t.run_id = ?1 AND t.status = 'out' ORDER BY t.id DESC LIMIT ${maxListedRemovals}`,
        [id],
      ),
      ...selectApproverFacts(now),
      selectDownloads(id),
      selectGifts(id, now),
    ]);
    return {
      run: firstRow(run),
      out: rows(out),
      approverFacts: toApproverFacts(rows(admins), rows(changes)),
      downloads: rows(downloads),
      gifts: rows(given),
    };
  },

  async preview(db, terms: RunTerms) {
    const [sums, held, waits] = await batch(db, [
      statement<{ reason: ExclusionReason | null; members: number; cents: number }, 'reason' | 'members' | 'cents'>(
        `WITH ${candidates('q.rank < 3')} SELECT reason AS "reason", count(*) AS "members", sum(cents) AS "cents" FROM candidates GROUP BY reason ORDER BY 2 DESC`,
        termValues(terms),
      ),
      statement<{ members: number; cents: number }, 'members' | 'cents'>(
        `SELECT count(DISTINCT member) AS "members", coalesce(sum(cents), 0) AS "cents" FROM (
             SELECT referrer_id AS member, amount_cents AS cents FROM referral_commissions WHERE status = 'held' AND amount_cents > 0 AND ?1 <> 'chests' AND created_at < ?2
             UNION ALL SELECT user_id, amount_cents FROM treasure_chest_payouts WHERE status = 'held' AND ?1 <> 'commissions' AND created_at < ?2)`,
        [terms.scope, terms.before],
      ),
      statement<{ waits: 0 | 1 }, 'waits'>(`SELECT EXISTS (${uncomparedSql}) AS "waits"`),
    ]);
    const all = rows(sums);
    const payable = all.find(({ reason }) => reason === null);
    const excludedReasons = all.flatMap(({ reason, members, cents }) => (reason === null ? [] : [{ reason, members, cents }]));
    const heldSum = firstRow(held);
    return {
      members: payable?.members ?? 0,
      totalCents: payable?.cents ?? 0,
      excluded: heldSum && heldSum.members > 0 ? [...excludedReasons, { reason: 'held' as const, ...heldSum }] : excludedReasons,
      waitsForComparison: firstRow(waits)?.waits === 1,
    };
  },

  /** Creates a run without lines. Repeating the request returns the same run. */
  async begin(db, { scope, until, request, expectedLines }: NewRun, actor: Actor, now: number): Promise<RunRow | undefined> {
    const [, , run] = await batch(db, [
      statement(
        `INSERT INTO payout_runs (request, scope, until, expected_lines, created_at, created_by_id)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (${uncomparedSql}) ON CONFLICT (request) DO NOTHING`,
        [request, scope, until, expectedLines, now, actor.adminId],
      ),
      auditFromSelect(
        actor,
        { action: 'payout_run.begin', entityType: 'payout_run' },
        {
          sql: `SELECT CAST(r.id AS TEXT), NULL, NULL, json_object('scope', r.scope, 'until', r.until) FROM payout_runs r
              WHERE r.request = ?8 AND changes() > 0`,
          values: [request],
        },
        now,
      ),
      selectRun('t.request = ?1', request),
    ]);
    return firstRow(run);
  },

  /**
   * Adds a line for each of the next members who can be paid and freezes its amount, address and rows. Skips members in another run.
   * Freezes the run after the last member. Writes nothing if a concurrent call has added these lines.
   */
  async collectChunk(db, run: RunRow, terms: RunTerms, isDevelopment: boolean, actor: Actor, now: number): Promise<void> {
    const [next, floor] = await batch(db, [
      statement<{ id: number }>(`SELECT id FROM payout_queue WHERE rank < 2 AND id > ?1 ORDER BY id LIMIT ${payoutRunChunk}`, [
        run.collectedTo,
      ]),
      statement<{ id: number }, 'id'>('SELECT coalesce(max(id), 0) AS "id" FROM payout_run_lines'),
    ]);
    const to = rows(next).at(-1)?.id ?? run.collectedTo;
    const isDone = rows(next).length < payoutRunChunk;
    const lastLine = firstRow(floor)?.id ?? 0;
    const termBindings = termValues(terms);
    // Values of the placeholders ?5 to ?8, which all statements share.
    const range = [run.collectedTo, to, run.id, lastLine] as const;
    const members = 'q.rank < 2 AND q.id > ?5 AND q.id <= ?6';
    const isNewLine = 'l.run_id = ?7 AND l.id > ?8';
    await catchViolation({ 'payout_runs.version': undefined }, async () => {
      await batch(db, [
        statement(
          `UPDATE payout_runs SET version = iif(status = 'collecting' AND collected_to = ?2, version, NULL), collected_to = ?3 WHERE id = ?1`,
          [run.id, run.collectedTo, to],
        ),
        statement(
          `WITH ${candidates(members)}
             INSERT INTO payout_run_lines (run_id, user_id, address, amount_cents, entries, surplus_cents, place)
             SELECT ?7, id, address, cents, entries, surplus, place FROM candidates WHERE reason IS NULL AND ?8 >= 0 ORDER BY id`,
          [...termBindings, ...range],
        ),
        statement(
          `INSERT INTO payout_run_entries (line_id, kind, entry_id, amount_cents)
             SELECT l.id, 'commission', c.id, c.amount_cents FROM payout_run_lines l JOIN referral_commissions c ON c.referrer_id = l.user_id AND ${isPaidCommission('c')}
             WHERE ${isNewLine} AND ?3 + ?4 + ?5 + ?6 IS NOT NULL
             UNION ALL SELECT l.id, 'chest', p.id, p.amount_cents FROM payout_run_lines l JOIN treasure_chest_payouts p ON p.user_id = l.user_id AND ${isPaidChest('p')}
             WHERE ${isNewLine}`,
          [...termBindings, ...range],
        ),
        // Makes the batch fail if a line differs from the sum of its rows.
        statement(`UPDATE payout_run_lines AS l SET entries = iif(${isLineExact}, entries, NULL) WHERE l.run_id = ?1 AND l.id > ?2`, [
          run.id,
          lastLine,
        ]),
        countNewLines(run.id, lastLine),
        requestPayoutAddress('SELECT id FROM payout_queue WHERE rank < 2 AND id > ?1 AND id <= ?2', [run.collectedTo, to], now),
        statement(
          `UPDATE payout_runs SET status = iif(?2 = 0, status, iif(lines + out_lines = 0, 'cancelled', 'frozen')),
               cancelled_at = iif(?2 = 1 AND lines + out_lines = 0, ?3, NULL), version = version + 1 WHERE id = ?1`,
          [run.id, Number(isDone), now],
        ),
        auditStatement(
          actor,
          {
            action: 'payout_run.collect',
            entityType: 'payout_run',
            entityId: run.id,
            after: { throughMember: to, isFrozen: isDone },
            runId: run.id,
          },
          now,
        ),
        queueWaitingRunMail(run.id, isDevelopment, now),
      ]);
    });
  },

  async recheck(db, id: number, actor: Actor, now: number): Promise<RunRow | undefined> {
    return firstRow((await batchAfter(db, recheckRun(id, actor, now), [selectRun('t.id = ?1', id)]))[0]);
  },

  /** Records the download of a PayPal file. The confirmation dialogs of later steps show the download. */
  async noteDownload(db, run: Pick<RunRow, 'id' | 'filesVersion'>, part: number, actor: Actor, now: number): Promise<void> {
    const query = { sql: 'SELECT ?8, NULL, NULL, ?9', values: [String(run.id), JSON.stringify({ part, version: run.filesVersion })] };
    await batch(db, [auditFromSelect(actor, { action: 'payout_run.download', entityType: 'payout_run' }, query, now)]);
  },

  /**
   * Approves a run after rechecking its lines. Members to whom the approver may have given something leave the run, which makes the version
   * stale.
   * Returns false if it is stale or another administrator must approve the run.
   */
  async approve(db, id: number, version: number, isDevelopment: boolean, actor: Actor, now: number): Promise<boolean> {
    const [updatedRuns] = await batchAfter(
      db,
      [...markGivenLines({ runId: id, version, adminId: actor.adminId }, isDevelopment, now), ...recheckRun(id, actor, now)],
      [
        statement<{ id: number }>(
          `UPDATE payout_runs SET status = 'approved', approved_at = ?4, approved_by_id = ?3, version = version + 1
           WHERE id = ?1 AND version = ?2 AND status = 'frozen' AND lines > 0 AND ${mayApprove('?3', 'payout_runs', '?5', '?4')} RETURNING id`,
          [id, version, actor.adminId, now, Number(isDevelopment)],
        ),
        auditStatement(actor, { action: 'payout_run.approve', entityType: 'payout_run', entityId: id, after: { status: 'approved' } }, now),
      ],
    );
    return firstRow(updatedRuns) !== undefined;
  },

  /**
   * Cancels a run before it is paid, and releases its entries for other runs. Returns false if the version is stale. If somebody may already
   * have paid with its file, the other super administrators are emailed.
   */
  async cancel(
    db,
    { id, version, totalCents }: Pick<RunRow, 'id' | 'version' | 'totalCents'>,
    actor: Actor,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE payout_runs SET status = 'cancelled', cancelled_at = ?4, cancelled_by_id = ?3, version = version + 1
           WHERE id = ?1 AND version = ?2 AND status IN ('collecting', 'frozen', 'approved') RETURNING id`,
        [id, version, actor.adminId, now],
      ),
      auditStatement(
        actor,
        { action: 'payout_run.cancel', entityType: 'payout_run', entityId: id, after: { status: 'cancelled', totalCents } },
        now,
      ),
      queueSelectedMails(
        'payout_run_canceled',
        {
          sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'run', CAST(r.id AS TEXT), 'amountCents', CAST(r.total_cents AS TEXT),
              'members', CAST(r.lines AS TEXT), 'sender', s.email), 'payout_run_canceled:' || r.id || ':' || a.id
            FROM payout_runs r JOIN admins s ON s.id = r.cancelled_by_id
              JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL AND a.id <> s.id
            WHERE r.id = ?1 AND r.status = 'cancelled' AND changes() > 0 AND EXISTS (SELECT 1 FROM audit_log l
              WHERE l.entity_type = 'payout_run' AND l.entity_id = ?2 AND +l.action = 'payout_run.download')`,
          values: [id, String(id)],
        },
        now,
      ),
      ...cancelLines(id),
    ]);
  },

  async fileLines(db, runId: number, lines: 'to_pay' | 'all', { limit, offset }: { limit: number; offset: number }): Promise<LineRow[]> {
    return queryAll<LineRow, 'name'>(
      db,
      `SELECT ${lineColumns} FROM payout_run_lines t JOIN users u ON u.id = t.user_id
         WHERE t.run_id = ?1 ${lines === 'to_pay' ? "AND t.status NOT IN ('out', 'cancelled')" : ''} ORDER BY t.place, t.id LIMIT ?2 OFFSET ?3`,
      [runId, limit, offset],
    );
  },
});
