import { type JobName, jobNames } from '#schema/admin/jobs.ts';
import type { AlarmKind } from '#schema/admin/system.ts';
import { printOverdueSeconds } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { countUpToMax } from '#worker/store/admin/attention.ts';
import { type AuditEntry, auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { readMoneyChecks, toMoneyCheck } from '#worker/store/admin/money-checks/money-checks.ts';
import { readComparedThrough } from '#worker/store/admin/money-checks/stripe-days.ts';
import { bindStore } from '#worker/store/database.ts';
import { eventAttempts } from '#worker/store/memberships/due-work.ts';
import { isReadable } from '#worker/store/messages/admin-outbox.ts';
import { memberColumns } from '#worker/store/payouts/admin-rows.ts';
import { batch, firstRow, queryFirst, rows, statement } from '#worker/store/sql.ts';
import { raisesMailAlarm } from './dead-mails.ts';

export interface AlarmRow {
  kind: AlarmKind;
  subject: string;
  beganAt: number;
}

export interface RunRow {
  id: number;
  job: JobName;
  startedAt: number;
  finishedAt: number | null;
  outcome: string | null;
  error: string | null;
}

export interface EventRow {
  id: string;
  type: string;
  receivedAt: number;
  attempts: number;
  error: string | null;
  about: string | null;
  objectId: string | null;
  memberId: number | null;
  email: string | null;
  name: string | null;
  amountCents: number | null;
  currency: string | null;
}

export interface FailedPrintRow {
  id: number;
  orderId: number | null;
  error: string | null;
  statusAt: number;
}

interface BacklogRow {
  queued: number;
  sending: number;
  dead: number;
  unacknowledged: number;
  oldestAt: number | null;
  events: number;
}

const maxListedRuns = 20;
const eventsShown = 20;
const printsShown = 100;
const maxRetriedMails = 500;

export const adminSystemStore = bindStore({
  async overview(db, bySuperAdmin: boolean, now: number) {
    const mails = (status: string) => countUpToMax(`outbox WHERE status = '${status}' AND ${isReadable(bySuperAdmin)}`);
    const [alarms, runs, moneyChecks, compared, backlog, events, prints] = await batch(db, [
      statement<AlarmRow>('SELECT kind, subject, began_at AS "beganAt" FROM alarms WHERE ended_at IS NULL ORDER BY began_at, id'),
      // Joins a list of the jobs because a UNION with one query per job would exceed D1's limit of five terms.
      statement<RunRow>(
        `SELECT r.id, r.job, r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.outcome, r.error
         FROM json_each(?1) j CROSS JOIN job_runs r
           ON r.job = j.value AND r.id >= coalesce((SELECT id FROM job_runs WHERE job = j.value ORDER BY id DESC LIMIT 1 OFFSET ${maxListedRuns - 1}), 0)`,
        [JSON.stringify(jobNames)],
      ),
      readMoneyChecks(),
      readComparedThrough(),
      statement<BacklogRow, 'queued' | 'sending' | 'dead' | 'unacknowledged' | 'oldestAt' | 'events'>(
        `SELECT ${mails('queued')} AS "queued", ${mails('sending')} AS "sending", ${mails('dead')} AS "dead",
           ${countUpToMax(`outbox WHERE ${raisesMailAlarm('?1')} AND ${isReadable(bySuperAdmin)}`)} AS "unacknowledged",
           (SELECT created_at FROM outbox WHERE status = 'queued' AND status <> 'sent' AND ${isReadable(bySuperAdmin)} ORDER BY created_at LIMIT 1) AS "oldestAt",
           ${countUpToMax('stripe_events WHERE applied_at IS NULL')} AS "events"`,
        [now],
      ),
      statement<EventRow, 'name'>(`SELECT e.id, e.type, e.received_at AS "receivedAt", e.attempts, e.error, e.about,
           e.object_id AS "objectId", e.user_id AS "memberId", ${memberColumns('u')}, e.amount_cents AS "amountCents", e.currency
         FROM stripe_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.applied_at IS NULL ORDER BY e.received_at LIMIT ${eventsShown}`),
      statement<FailedPrintRow>(
        `SELECT * FROM (SELECT id, order_id AS "orderId", error, status_at AS "statusAt" FROM print_orders WHERE status = 'error'
           ORDER BY id DESC LIMIT ${printsShown})
         UNION ALL SELECT * FROM (SELECT id, order_id, error, status_at FROM print_orders INDEXED BY print_orders_unanswered
           WHERE status = 'draft' AND submitted_at <= ?1 ORDER BY submitted_at DESC LIMIT ${printsShown})`,
        [now - printOverdueSeconds],
      ),
    ]);
    const counts = firstRow(backlog);
    if (!counts) throw new Error('The backlog could not be counted');
    return {
      alarms: rows(alarms),
      // Sorts the runs here because sorting in SQL would read each row twice.
      runs: rows(runs).sort((one, other) => other.id - one.id),
      moneyChecks: rows(moneyChecks).map(toMoneyCheck),
      /** The last day compared with Stripe, in days since 1970. */
      comparedThrough: firstRow(compared)?.day ?? null,
      counts,
      events: rows(events).map((event) => ({ ...event, isGivenUp: event.attempts >= eventAttempts })),
      failedPrints: rows(prints),
    };
  },

  /**
   * Requeues emails that failed permanently and restores their full number of delivery attempts. Skips other emails. Returns the ids of
   * the emails requeued.
   */
  async retryMails(db, ids: number[] | 'all', bySuperAdmin: boolean, actor: Actor, now: number): Promise<number[]> {
    const deadEmails = `status = 'dead' AND ${isReadable(bySuperAdmin)} AND id IN (${
      ids === 'all'
        ? `SELECT id FROM outbox WHERE status = 'dead' AND status <> 'sent' AND ${isReadable(bySuperAdmin)} ORDER BY created_at, id LIMIT ${maxRetriedMails}`
        : 'SELECT value FROM json_each(?1)'
    })`;
    const [, retried] = await batch(db, [
      // Must precede the update that requeues the emails because afterward they look like other queued emails.
      statement(
        `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, address, request_id, created_at)
         SELECT ?2, 'mail.retry', 'mail', id, user_id, json_object('status', status, 'attempts', attempts),
           json_object('status', 'queued', 'attempts', 0), ?3, ?4, ?5 FROM outbox WHERE ${deadEmails}`,
        [JSON.stringify(ids), actor.adminId, actor.address, actor.requestId, now],
      ),
      statement<{ id: number }>(
        `UPDATE outbox SET status = 'queued', attempts = 0, next_attempt_at = ?2, last_error = NULL, acknowledged_at = NULL WHERE ${deadEmails} RETURNING id`,
        [JSON.stringify(ids), now],
      ),
    ]);
    return rows(retried).map(({ id }) => id);
  },

  /** Clears the alarm for all emails that have failed so far and that the administrator may read. Returns their number. */
  async acknowledgeMails(db, bySuperAdmin: boolean, actor: Actor, now: number): Promise<number> {
    const isAlarming = (now: string) => `${raisesMailAlarm(now)} AND ${isReadable(bySuperAdmin)}`;
    const [, acknowledged] = await batch(db, [
      auditFromSelect(
        actor,
        { action: 'mail.acknowledge', entityType: 'mail' },
        {
          sql: `SELECT CAST(id AS TEXT), user_id, NULL, json_object('error', last_error) FROM outbox WHERE ${isAlarming('?8')}`,
          values: [now],
        },
        now,
      ),
      statement<{ id: number }>(`UPDATE outbox SET acknowledged_at = ?1 WHERE ${isAlarming('?1')} RETURNING id`, [now]),
    ]);
    return rows(acknowledged).length;
  },

  async event(db, id: string): Promise<{ appliedAt: number | null } | undefined> {
    return queryFirst<{ appliedAt: number | null }>(db, 'SELECT applied_at AS "appliedAt" FROM stripe_events WHERE id = ?1', [id]);
  },

  /** Marks a Stripe event as resolved after an administrator handled it in Stripe. Returns false if the event was not pending. */
  async settleEvent(db, id: string, reason: string, actor: Actor, now: number): Promise<boolean> {
    const [, settledEvents] = await batch(db, [
      auditFromSelect(
        actor,
        { action: 'event.settle', entityType: 'stripe_event', reason },
        {
          sql: `SELECT e.id, e.user_id, json_object('type', e.type, 'objectId', e.object_id, 'amountCents', e.amount_cents, 'currency', e.currency,
              'error', e.error), NULL FROM stripe_events e WHERE e.id = ?8 AND e.applied_at IS NULL`,
          values: [id],
        },
        now,
      ),
      statement<{ id: string }>('UPDATE stripe_events SET applied_at = ?2 WHERE id = ?1 AND applied_at IS NULL RETURNING id', [id, now]),
    ]);
    return firstRow(settledEvents) !== undefined;
  },

  /** Audits a manual retry of a Stripe event. The event's own row records what the retry changed. */
  async noteRetriedEvent(db, entry: Pick<AuditEntry, 'entityId' | 'after'>, actor: Actor, now: number): Promise<void> {
    await batch(db, [
      // A no-op update that matches a row only if the event exists, so an unknown event gets no audit row.
      statement('UPDATE stripe_events SET attempts = attempts WHERE id = ?1', [entry.entityId]),
      auditStatement(actor, { action: 'event.retry', entityType: 'stripe_event', ...entry }, now),
    ]);
  },
});
