/** GET /api/admin/system: how the service itself is doing. Times are ISO 8601. */
import * as v from 'valibot';
import { jobNames } from '#schema/admin/jobs.ts';

/** What needs somebody: the first ones are the System tab's, each other one has a tab of its own. */
export const alarmKinds = [
  'job_failed',
  'job_missed',
  'ledger_differs',
  'values_unknown',
  'mails_dead',
  'events_waiting',
  'balances_to_return',
  'checkouts_wait',
  'prints_failed',
  'payouts_overdue',
  'payouts_held',
  'reviews_waiting',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** One that stands. `subject`: which job, else empty. */
const Alarm = v.object({ kind: v.picklist(alarmKinds), subject: v.string(), beganAt: v.string() });
export type Alarm = v.InferOutput<typeof Alarm>;

const JobRun = v.object({
  startedAt: v.string(),
  /** Null while it runs, or where it was cut off. */
  finishedAt: v.nullable(v.string()),
  outcome: v.picklist(['done', 'failed', 'unfinished']),
  error: v.nullable(v.string()),
});
export type JobRun = v.InferOutput<typeof JobRun>;

/** An event of the payment provider that could not be applied yet. */
const WaitingEvent = v.object({
  id: v.string(),
  type: v.string(),
  receivedAt: v.string(),
  attempts: v.number(),
  error: v.nullable(v.string()),
  /** What it is about, how much, whose it may be; ids alone. */
  about: v.nullable(v.string()),
  /** It was tried so often that the job has given up: a person has to look. */
  isGivenUp: v.boolean(),
});
export type WaitingEvent = v.InferOutput<typeof WaitingEvent>;

/** Counted up to `attentionMaxCount` and one more, which stands for "more than that". */
const MailBacklog = v.object({
  queued: v.number(),
  sending: v.number(),
  dead: v.number(),
  /** When the mail that has waited longest was written; null where none waits. */
  oldestAt: v.nullable(v.string()),
});

const failedPrint = v.object({ id: v.number(), orderId: v.nullable(v.number()), error: v.nullable(v.string()), statusAt: v.string() });

export const System = v.object({
  now: v.string(),
  /** Longest standing first. */
  alarms: v.array(Alarm),
  /** Per job its last runs, newest first. */
  jobs: v.array(v.object({ job: v.picklist(jobNames), runs: v.array(JobRun) })),
  mails: MailBacklog,
  events: v.object({ waiting: v.number(), oldest: v.array(WaitingEvent) }),
  /** Orders at the card printer that ended in an error, newest first. */
  failedPrints: v.array(failedPrint),
  facts: v.object({
    environment: v.picklist(['development', 'production']),
    publicOrigin: v.string(),
    payments: v.picklist(['stripe', 'fake']),
    mail: v.picklist(['cloudflare', 'fake', 'none']),
    travel: v.picklist(['fake', 'by_hand']),
  }),
});
export type System = v.InferOutput<typeof System>;

export const outboxStatuses = ['queued', 'sending', 'sent', 'dead'] as const;

/** A mail of the outbox as administrators see it; its content stays there. */
export const OutboxMail = v.object({
  id: v.number(),
  template: v.string(),
  to: v.string(),
  userId: v.nullable(v.number()),
  status: v.picklist(outboxStatuses),
  attempts: v.number(),
  nextAttemptAt: v.string(),
  lastError: v.nullable(v.string()),
  createdAt: v.string(),
  sentAt: v.nullable(v.string()),
});
export type OutboxMail = v.InferOutput<typeof OutboxMail>;
export const OutboxMails = v.array(OutboxMail);

/** POST /api/admin/mails/retry: failed mails that are tried again; without `ids` all of them, up to some hundreds at once. */
export const RetryMails = v.strictObject({
  ids: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.minLength(1, 'Choose a mail'), v.maxLength(200, 'Choose at most 200 mails')),
  ),
});
export type RetryMails = v.InferOutput<typeof RetryMails>;
/** How many are queued again. */
export const RetriedMails = v.object({ retried: v.number() });

/** POST /api/admin/stripe-events/:id/settle: a person has seen to it at Stripe. */
export const SettleEventResponse = v.object({ settled: v.boolean() });

/** POST /api/admin/stripe-events/:id/retry. `waiting`: it does not fit yet, and stays. */
export const RetriedEvent = v.object({ outcome: v.picklist(['applied', 'not_ours', 'waiting']), message: v.string() });
export type RetriedEvent = v.InferOutput<typeof RetriedEvent>;
