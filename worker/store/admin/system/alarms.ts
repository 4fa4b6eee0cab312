import { type JobName, jobNames, type RetryKind } from '#schema/admin/jobs.ts';
import type { AlarmKind } from '#schema/admin/system.ts';
import {
  alarmMailIntervalSeconds,
  disputeDeadlineAlarmSeconds,
  eventOverdueSeconds,
  printOverdueSeconds,
  serverErrorAlarm,
} from '#schema/rules.ts';
import type { AlarmFacts, AlarmMailOf, AlarmPlan, JobFacts, KnownAlarm, RaisedAlarm, WaitingKind } from '#worker/domain/admin/alarms.ts';
import { providerFailurePrefix } from '#worker/domain/messages/delivery.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { overdueSince } from '#worker/domain/payouts/payout.ts';
import { readMoneyChecks, toMoneyCheck } from '#worker/store/admin/money-checks/money-checks.ts';
import { bindStore } from '#worker/store/database.ts';
import { awaitsAnswer } from '#worker/store/disputes/admin-disputes.ts';
import { balanceEventType, failedRefundEventType, isEvent } from '#worker/store/memberships/waiting-events.ts';
import { queueMail } from '#worker/store/messages/mail.ts';
import { cardTestingKey } from '#worker/store/orders/declined-cards.ts';
import { batch, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';
import { readingSums } from '#worker/store/tokens/admin-ledger-checks.ts';
import { unwalkedSql } from './database-restores.ts';
import { raisesMailAlarm } from './dead-mails.ts';
import { serverErrorKey } from './server-errors.ts';

type AlarmFlags = Record<WaitingKind | 'mailsWaitForProvider', 0 | 1>;

/** SQL condition: the email is still waiting to be sent, and its last delivery attempt failed at the provider. */
export const waitsForProvider = `status IN ('queued', 'sending') AND status <> 'sent'
  AND last_error >= '${providerFailurePrefix}' AND last_error < '${providerFailurePrefix}~'`;

/**
 * SQL conditions for alarms. Payouts older than ?1 and Stripe events older than ?2 are overdue, as are print orders submitted before ?3
 * without a known outcome. ?4 is the current time.
 */
const flags: Record<keyof AlarmFlags, string> = {
  values_unknown: 'EXISTS (SELECT 1 FROM unknown_values)',
  mails_dead: `EXISTS (SELECT 1 FROM outbox WHERE ${raisesMailAlarm('?4')})`,
  events_waiting: `EXISTS (SELECT 1 FROM stripe_events WHERE applied_at IS NULL AND received_at <= ?2 AND ${isEvent})`,
  balances_to_return: `EXISTS (SELECT 1 FROM stripe_events WHERE applied_at IS NULL AND type = '${balanceEventType}')`,
  refunds_to_pay: `EXISTS (SELECT 1 FROM stripe_events WHERE applied_at IS NULL AND type = '${failedRefundEventType}')`,
  disputes_due: `EXISTS (SELECT 1 FROM disputes WHERE ${awaitsAnswer('?4')} AND due_by <= ?4 + ${disputeDeadlineAlarmSeconds})`,
  checkouts_wait: `EXISTS (${unwalkedSql})`,
  prints_failed: `EXISTS (SELECT 1 FROM print_orders WHERE status = 'error')
    OR EXISTS (SELECT 1 FROM print_orders INDEXED BY print_orders_unanswered WHERE status = 'draft' AND submitted_at IS NOT NULL
      AND (error IS NOT NULL OR submitted_at <= ?3))`,
  payouts_overdue: 'EXISTS (SELECT 1 FROM payout_queue WHERE has_address = 1 AND rank IN (0, 1) AND oldest_at <= ?1)',
  payouts_held: `EXISTS (SELECT 1 FROM referral_commissions WHERE status = 'held') OR EXISTS (SELECT 1 FROM treasure_chest_payouts WHERE status = 'held')`,
  reviews_waiting: `EXISTS (SELECT 1 FROM vacation_certificates WHERE review = 'waiting')`,
  stays_recovered: `EXISTS (SELECT 1 FROM stays WHERE recovered_at IS NOT NULL AND stage IN ('offered', 'booked'))`,
  errors_rising: `EXISTS (SELECT 1 FROM rate_counters WHERE key = '${serverErrorKey}' AND window_start > ?4 - ${2 * serverErrorAlarm.windowSeconds}
    AND count >= ${serverErrorAlarm.errors})`,
  cards_declined: `EXISTS (SELECT 1 FROM rate_counters WHERE key = '${cardTestingKey}' AND expires_at > ?4)`,
  mailsWaitForProvider: `EXISTS (SELECT 1 FROM outbox WHERE ${waitsForProvider})`,
};

export function readJobs(): Statement<JobFacts> {
  return statement<JobFacts, 'job' | 'lastGoodAt'>(
    `SELECT j.value AS "job",
       (SELECT outcome FROM job_runs WHERE job = j.value AND outcome IS NOT NULL ORDER BY id DESC LIMIT 1) AS "lastOutcome",
       (SELECT max(scheduled_for) FROM job_runs WHERE job = j.value AND outcome = 'done') AS "lastGoodAt"
     FROM json_each(?1) j`,
    [JSON.stringify(jobNames)],
  );
}

export const alarmStore = bindStore({
  async load(db, now: number): Promise<{ facts: AlarmFacts; knownAlarms: KnownAlarm[] }> {
    const [jobs, firstRuns, kinds, checks, moneyChecks, flagged, knownAlarms] = await batch(db, [
      readJobs(),
      statement<{ at: number | null }, 'at'>('SELECT min(scheduled_for) AS "at" FROM job_runs'),
      statement<{ kind: RetryKind }>('SELECT DISTINCT kind FROM job_retries WHERE error IS NOT NULL'),
      readingSums(),
      readMoneyChecks(),
      statement<AlarmFlags, keyof AlarmFlags>(
        `SELECT ${Object.entries(flags)
          .map(([name, sql]) => `${sql} AS "${name}"`)
          .join(', ')}`,
        [overdueSince(now), now - eventOverdueSeconds, now - printOverdueSeconds, now],
      ),
      statement<Omit<KnownAlarm, 'subject'> & { subject: JobName | '' }>(
        `SELECT id, kind, subject, began_at AS "beganAt", ended_at AS "endedAt", mailed_at AS "mailedAt" FROM alarms
           WHERE ended_at IS NULL OR mailed_at > ?1`,
        [now - alarmMailIntervalSeconds],
      ),
    ]);
    const { mailsWaitForProvider, ...waitingFlags } = firstRow(flagged) ?? noFlags;
    return {
      facts: {
        jobs: rows(jobs),
        firstRunAt: firstRow(firstRuns)?.at ?? null,
        failedKinds: rows(kinds).map(({ kind }) => kind),
        mailsWaitForProvider: mailsWaitForProvider === 1,
        ledgerChecks: rows(checks),
        moneyChecks: rows(moneyChecks).map(toMoneyCheck),
        databaseBytes: flagged.meta.size_after,
        waiting: mapFlags(waitingFlags),
      },
      knownAlarms: rows(knownAlarms),
    };
  },

  /**
   * Raises an alarm for a failure that stores no row of its own. The monitoring job sends the email about the alarm and clears the alarm.
   */
  async raise(db, kind: AlarmKind, now: number): Promise<void> {
    await batch(db, begin({ kind, subject: '' }, null, now));
  },

  /** Writes all changes to alarms or none. Skips changes that another run has already written. */
  async commit(db, plan: AlarmPlan, composeMail: AlarmMailOf | null, now: number): Promise<void> {
    const statements = [
      ...plan.begin.flatMap((alarm) => begin(alarm, alarm.isMailed ? composeMail : null, now)),
      ...plan.end.flatMap((alarm) => end(alarm, alarm.mailedAt === null ? null : composeMail, now)),
      ...plan.alarmsToMail.flatMap((alarm) => mailOpenAlarm(alarm, composeMail, now)),
    ];
    if (statements.length > 0) await batch(db, statements);
  },
});

const noFlags = Object.fromEntries(Object.keys(flags).map((name) => [name, 0])) as AlarmFlags;

function mapFlags(waitingFlags: Omit<AlarmFlags, 'mailsWaitForProvider'>): AlarmFacts['waiting'] {
  const entries = Object.entries(waitingFlags).map(([kind, flag]) => [kind, flag === 1]);
  return Object.fromEntries(entries) as AlarmFacts['waiting'];
}

function begin({ kind, subject }: RaisedAlarm, composeMail: AlarmMailOf | null, now: number): Statement[] {
  const beginStatement = statement(
    `INSERT INTO alarms (kind, subject, began_at, mailed_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (kind, subject) WHERE ended_at IS NULL DO NOTHING`,
    [kind, subject, now, composeMail ? now : null],
  );
  return [
    beginStatement,
    ...queue(composeMail?.('alarm_began', { kind, subject, beganAt: now }), { kind, subject, beganAt: now, endedAt: null }, now),
  ];
}

function end({ id, kind, subject, beganAt }: KnownAlarm, composeMail: AlarmMailOf | null, now: number): Statement[] {
  const endStatement = statement('UPDATE alarms SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL', [id, now]);
  return [endStatement, ...queue(composeMail?.('alarm_over', { kind, subject, beganAt }), { kind, subject, beganAt, endedAt: now }, now)];
}

function mailOpenAlarm({ id, kind, subject, beganAt }: KnownAlarm, composeMail: AlarmMailOf | null, now: number): Statement[] {
  const markMailed = statement('UPDATE alarms SET mailed_at = ?2 WHERE id = ?1 AND mailed_at IS NULL AND ended_at IS NULL', [id, now]);
  return [markMailed, ...queue(composeMail?.('alarm_began', { kind, subject, beganAt }), { kind, subject, beganAt, endedAt: null }, now)];
}

/** Queues the email only if the alarm is in the state that the email reports, and only once per cause. */
function queue(
  mail: Mail | undefined,
  alarm: { kind: AlarmKind; subject: string; beganAt: number; endedAt: number | null },
  now: number,
): Statement[] {
  if (!mail) return [];
  const { kind, subject, beganAt, endedAt } = alarm;
  const from = 'FROM alarms WHERE kind = ?1 AND subject = ?2 AND began_at = ?3 AND ended_at IS ?4';
  return [queueMail(mail, { from, values: [kind, subject, beganAt, endedAt] }, now)];
}
