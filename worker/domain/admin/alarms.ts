/** Decides when alarms begin and end, and which ones are emailed. Product rules: Jobs and alarms. */

import { type JobName, jobSchedules, type RetryKind, retryJobs } from '#schema/admin/jobs.ts';
import type { AlarmKind } from '#schema/admin/system.ts';
import { alarmMailIntervalSeconds, databaseAlarmBytes } from '#schema/rules.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import { findDifference, type LedgerCheckState } from '#worker/domain/tokens/ledger-check.ts';
import { describeMoneyDifference, findMoneyDifference, type MoneyCheck } from './money-check.ts';

export interface JobFacts {
  job: JobName;
  lastOutcome: string | null;
  lastGoodAt: Seconds | null;
}

export interface AlarmFacts {
  jobs: JobFacts[];
  /** When the first run of any job was due, in Unix seconds; null if no job has run. */
  firstRunAt: Seconds | null;
  failedKinds: RetryKind[];
  /** True while email is on hold because the provider failed. */
  mailsWaitForProvider: boolean;
  ledgerChecks: LedgerCheckState[];
  moneyChecks: MoneyCheck[];
  databaseBytes: number;
  waiting: Record<WaitingKind, boolean>;
}

export type WaitingKind = Exclude<AlarmKind, 'job_failed' | 'job_missed' | 'ledger_differs' | 'money_differs' | 'database_large'>;

export interface RaisedAlarm {
  kind: AlarmKind;
  subject: JobName | '';
  /** Description of the problem, included in the alarm email. */
  detail?: string | undefined;
}

export function raiseAlarms(facts: AlarmFacts, now: Seconds): RaisedAlarm[] {
  const hasDifference = findDifference(facts.ledgerChecks) !== undefined;
  const money = findMoneyDifference(facts.moneyChecks);
  // A mismatch found by check-ledger has its own alarm, so the failed run needs no second one.
  const hasKnownProblem = hasDifference || money !== undefined || facts.waiting.values_unknown;
  const waitingKinds = (Object.keys(facts.waiting) as WaitingKind[]).filter((kind) => facts.waiting[kind]);
  return [
    ...facts.jobs.flatMap((job) => listJobAlarms(job, facts, hasKnownProblem, now)),
    ...(hasDifference ? [{ kind: 'ledger_differs', subject: '' } as const] : []),
    ...(money
      ? [{ kind: 'money_differs', subject: '', detail: money.differences.slice(0, 1).map(describeMoneyDifference).join('') } as const]
      : []),
    ...(facts.databaseBytes >= databaseAlarmBytes ? [{ kind: 'database_large', subject: '' } as const] : []),
    ...waitingKinds.map((kind) => ({ kind, subject: '' }) as const),
  ];
}

function listJobAlarms({ job, lastOutcome, lastGoodAt }: JobFacts, facts: AlarmFacts, ledgerDiffers: boolean, now: Seconds): RaisedAlarm[] {
  const hasFailed = lastOutcome === 'failed' && !(job === 'check-ledger' && ledgerDiffers);
  // A successful run does not end the alarm while failed rows await a retry.
  const hasPendingRetries =
    facts.failedKinds.some((kind) => retryJobs[kind] === job) || (job === 'deliver-mail' && facts.mailsWaitForProvider);
  if (hasFailed || hasPendingRetries) return [{ kind: 'job_failed', subject: job }];
  return isMissed(job, lastGoodAt ?? facts.firstRunAt, now) && lastOutcome !== 'failed' && job !== 'watch'
    ? [{ kind: 'job_missed', subject: job }]
    : [];
}

/**
 * Returns whether a job has missed a scheduled run. `lastRunAt` is the job's last successful run or, if there is none, the first run of any
 * job.
 */
export function isMissed(job: JobName, lastRunAt: Seconds | null, now: Seconds): boolean {
  return lastRunAt !== null && lastRunAt < now - jobSchedules[job].missedAfterSeconds;
}

/** An active alarm, or an ended one that was emailed recently. */
export interface KnownAlarm extends RaisedAlarm {
  id: number;
  beganAt: Seconds;
  endedAt: Seconds | null;
  /** When the alarm's first email was queued, in Unix seconds. */
  mailedAt: Seconds | null;
}

export interface AlarmPlan {
  begin: (RaisedAlarm & { isMailed: boolean })[];
  end: KnownAlarm[];
  /**
   * Active alarms to email now. Their email was delayed because the same alarm had been emailed recently, or because there was no
   * recipient.
   */
  alarmsToMail: KnownAlarm[];
}

/**
 * Sends one email when an alarm begins and one when it ends. A flapping alarm is emailed again only after an hour, and only if it is still
 * active. `isMailed` is true if there is a recipient.
 */
export function decideAlarms(raisedAlarms: RaisedAlarm[], knownAlarms: KnownAlarm[], isMailed: boolean, now: Seconds): AlarmPlan {
  const active = knownAlarms.filter(({ endedAt }) => endedAt === null);
  const isSame = (one: RaisedAlarm) => (other: RaisedAlarm) => one.kind === other.kind && one.subject === other.subject;
  const canBeMailed = (alarm: RaisedAlarm) =>
    isMailed &&
    !knownAlarms.some((other) => isSame(alarm)(other) && other.mailedAt !== null && other.mailedAt > now - alarmMailIntervalSeconds);
  return {
    begin: raisedAlarms.filter((alarm) => !active.some(isSame(alarm))).map((alarm) => ({ ...alarm, isMailed: canBeMailed(alarm) })),
    end: active.filter((alarm) => !raisedAlarms.some(isSame(alarm))),
    alarmsToMail: active.filter((alarm) => alarm.mailedAt === null && raisedAlarms.some(isSame(alarm)) && canBeMailed(alarm)),
  };
}

export type AlarmMailOf = (template: 'alarm_began' | 'alarm_over', alarm: RaisedAlarm & { beganAt: Seconds }) => Mail;

export function alarmMail(to: string, ...[template, alarm]: Parameters<AlarmMailOf>): Mail {
  const { kind, subject, beganAt, detail } = alarm;
  return {
    template,
    to,
    payload: { kind, subject, beganAt: toIso(beganAt), ...(detail && { detail }) },
    cause: `${template}:${kind}:${subject}:${beganAt}`,
  };
}
