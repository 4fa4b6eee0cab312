/** What needs somebody: when an alarm begins, when it is over, and what of that is mailed. Product rules: Jobs and alarms. */

import { type JobName, jobSchedules, type RetryKind, retriedBy } from '#schema/admin/jobs.ts';
import type { AlarmKind } from '#schema/admin/system.ts';
import { alarmMailsApartSeconds } from '#schema/rules.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import { findDifference, type LedgerCheckState } from '#worker/domain/tokens/ledger-check.ts';

export interface JobFacts {
  job: JobName;
  /** Of the last run that came to an end. */
  lastOutcome: string | null;
  lastGoodAt: Seconds | null;
}

/** How things stand. */
export interface AlarmFacts {
  jobs: JobFacts[];
  /** When the first run of any job was due; null where none has run. */
  firstRunAt: Seconds | null;
  /** Kinds of which a row has failed and waits for another try. */
  failedKinds: RetryKind[];
  /** Mails wait since their provider has failed. */
  mailsWaitForProvider: boolean;
  ledgerChecks: LedgerCheckState[];
  waiting: Record<WaitingKind, boolean>;
}

/** What is simply there or not. */
export type WaitingKind = Exclude<AlarmKind, 'job_failed' | 'job_missed' | 'ledger_differs'>;

export interface RaisedAlarm {
  kind: AlarmKind;
  /** Which job, else empty. */
  subject: JobName | '';
}

/** The alarms that should be active now. */
export function raiseAlarms(facts: AlarmFacts, now: Seconds): RaisedAlarm[] {
  const differs = findDifference(facts.ledgerChecks) !== undefined;
  // The ledger's job fails with what it finds: one alarm is enough.
  const isFound = differs || facts.waiting.values_unknown;
  const waiting = (Object.keys(facts.waiting) as WaitingKind[]).filter((kind) => facts.waiting[kind]);
  return [
    ...facts.jobs.flatMap((job) => jobAlarms(job, facts, isFound, now)),
    ...(differs ? [{ kind: 'ledger_differs', subject: '' } as const] : []),
    ...waiting.map((kind) => ({ kind, subject: '' }) as const),
  ];
}

function jobAlarms({ job, lastOutcome, lastGoodAt }: JobFacts, facts: AlarmFacts, ledgerDiffers: boolean, now: Seconds): RaisedAlarm[] {
  const hasFailed = lastOutcome === 'failed' && !(job === 'check-ledger' && ledgerDiffers);
  // A successful run does not end the alarm while failed rows still wait for a retry.
  const hasPendingRetries =
    facts.failedKinds.some((kind) => retriedBy[kind] === job) || (job === 'deliver-mail' && facts.mailsWaitForProvider);
  if (hasFailed || hasPendingRetries) return [{ kind: 'job_failed', subject: job }];
  return isMissed(job, lastGoodAt ?? facts.firstRunAt, now) && lastOutcome !== 'failed' && job !== 'watch'
    ? [{ kind: 'job_missed', subject: job }]
    : [];
}

/** Whether a job should have run well by now. `since`: its last good run, or when the first job of all ran. */
export function isMissed(job: JobName, since: Seconds | null, now: Seconds): boolean {
  return since !== null && since < now - jobSchedules[job].missedAfterSeconds;
}

/** An active alarm, or an ended one that was mailed recently. */
export interface KnownAlarm extends RaisedAlarm {
  id: number;
  beganAt: Seconds;
  endedAt: Seconds | null;
  /** When the mail was queued that it began. */
  mailedAt: Seconds | null;
}

export interface AlarmPlan {
  begin: (RaisedAlarm & { isMailed: boolean })[];
  /** Those that were mailed are mailed once more. */
  end: KnownAlarm[];
  /** They began without a mail, since their kind had one shortly before, and stand still. */
  mailLate: KnownAlarm[];
}

/**
 * One mail when an alarm begins and one when it is over. One that comes and goes is not mailed again within the hour: it is if
 * it stands by then. `isMailed`: whether there is anybody to mail to.
 */
export function decideAlarms(raised: RaisedAlarm[], knownAlarms: KnownAlarm[], isMailed: boolean, now: Seconds): AlarmPlan {
  const active = knownAlarms.filter(({ endedAt }) => endedAt === null);
  const isSame = (one: RaisedAlarm) => (other: RaisedAlarm) => one.kind === other.kind && one.subject === other.subject;
  const canBeMailed = (alarm: RaisedAlarm) =>
    isMailed &&
    !knownAlarms.some((other) => isSame(alarm)(other) && other.mailedAt !== null && other.mailedAt > now - alarmMailsApartSeconds);
  return {
    begin: raised.filter((alarm) => !active.some(isSame(alarm))).map((alarm) => ({ ...alarm, isMailed: canBeMailed(alarm) })),
    end: active.filter((alarm) => !raised.some(isSame(alarm))),
    mailLate: active.filter((alarm) => alarm.mailedAt === null && raised.some(isSame(alarm)) && canBeMailed(alarm)),
  };
}

export type AlarmMailOf = (template: 'alarm_began' | 'alarm_over', alarm: RaisedAlarm & { beganAt: Seconds }) => Mail;

/** To the operator, once when an alarm begins and once when it ends. */
export function alarmMail(to: string, ...[template, alarm]: Parameters<AlarmMailOf>): Mail {
  const { kind, subject, beganAt } = alarm;
  return {
    template,
    to,
    payload: { kind, subject, beganAt: toIso(beganAt) },
    cause: `${template}:${kind}:${subject}:${beganAt}`,
  };
}
