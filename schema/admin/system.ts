/** Response of GET /api/admin/system. All times are ISO 8601. */
import * as v from 'valibot';
import { jobNames, jobOutcomes } from '#schema/admin/jobs.ts';
import { MoneyCheckState } from '#schema/admin/money-check.ts';
import { isoInstant, requiredLines } from '#schema/fields.ts';
import { PayoutMember } from '#schema/payouts/admin-payouts.ts';

/** Conditions that raise an alarm. `alarmTabs` maps each one to the tab that shows its cause. */
export const alarmKinds = [
  'job_failed',
  'job_missed',
  'ledger_differs',
  'money_differs',
  'values_unknown',
  'mails_dead',
  'events_waiting',
  'balances_to_return',
  'refunds_to_pay',
  'disputes_due',
  'checkouts_wait',
  'prints_failed',
  'payouts_overdue',
  'payouts_held',
  'reviews_waiting',
  'stays_recovered',
  'errors_rising',
  'cards_declined',
  'database_large',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** An active alarm. `subject` is the name of the job, or empty. */
const Alarm = v.object({ kind: v.picklist(alarmKinds), subject: v.string(), beganAt: v.string() });
export type Alarm = v.InferOutput<typeof Alarm>;

const JobRun = v.object({
  startedAt: v.string(),
  /** When the job run finished; null while it is running, or if it was interrupted. */
  finishedAt: v.nullable(v.string()),
  outcome: v.picklist(['done', 'failed', 'unfinished']),
  error: v.nullable(v.string()),
});
export type JobRun = v.InferOutput<typeof JobRun>;

const WaitingEvent = v.object({
  id: v.string(),
  type: v.string(),
  receivedAt: v.string(),
  attempts: v.number(),
  error: v.nullable(v.string()),
  /** Amounts, and the ids of members who may be affected, to help an administrator assign the Stripe event to a member. */
  about: v.nullable(v.string()),
  /** The member who owns the Stripe object; null if it matches no account. */
  member: v.nullable(PayoutMember),
  /** Id of the Stripe object that the event is about, such as a payment or dispute. */
  objectId: v.nullable(v.string()),
  amount: v.nullable(v.object({ cents: v.number(), currency: v.string() })),
  /** URL of the object in Stripe's dashboard, in test or live mode; null with the local Stripe fake, which has no dashboard. */
  dashboardUrl: v.nullable(v.string()),
  /** True once the last automatic retry has failed; an administrator must then resolve the event. */
  isGivenUp: v.boolean(),
});
export type WaitingEvent = v.InferOutput<typeof WaitingEvent>;

/** Number of emails by delivery status. Counts are capped at `maxCountedRows` + 1. */
const MailBacklog = v.object({
  queued: v.number(),
  sending: v.number(),
  dead: v.number(),
  /** Number of failed emails that keep the alarm `mails_dead` active. */
  unacknowledged: v.number(),
  oldestAt: v.nullable(v.string()),
});

const failedPrint = v.object({ id: v.number(), orderId: v.nullable(v.number()), error: v.nullable(v.string()), statusAt: v.string() });

export const systemPath = '/api/admin/system';

export const System = v.object({
  now: v.string(),
  /** Active alarms, oldest first. */
  alarms: v.array(Alarm),
  /** Each job with its latest runs, newest first. */
  jobs: v.array(v.object({ job: v.picklist(jobNames), runs: v.array(JobRun) })),
  money: MoneyCheckState,
  mails: MailBacklog,
  events: v.object({ waiting: v.number(), oldest: v.array(WaitingEvent) }),
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

/**
 * Statuses of an email in the outbox. `dead`: delivery failed permanently. `dropped`: never sent, because the recipient was erased or
 * unsubscribed, or an email limit was reached.
 */
export const outboxStatuses = ['queued', 'sending', 'sent', 'dead', 'dropped'] as const;

/** An email in the outbox, without its content. */
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

/** A block of an email. Links have only their label; addresses of pages, codes and tokens are replaced. */
export const MailBlock = v.variant('kind', [
  v.object({ kind: v.picklist(['text', 'note']), text: v.string() }),
  v.object({ kind: v.picklist(['button', 'link']), label: v.string() }),
  v.object({ kind: v.literal('facts'), rows: v.array(v.tuple([v.string(), v.string()])) }),
  v.object({ kind: v.literal('quote'), lines: v.array(v.string()) }),
]);
export type MailBlock = v.InferOutput<typeof MailBlock>;

export const MailPreview = v.object({ subject: v.string(), heading: v.string(), body: v.array(MailBlock), reason: v.string() });
export type MailPreview = v.InferOutput<typeof MailPreview>;

/** An email as its recipient sees it, without links and codes. */
export const ReadMail = v.object({
  id: v.number(),
  to: v.string(),
  status: v.picklist(outboxStatuses),
  createdAt: isoInstant,
  sentAt: v.nullable(isoInstant),
  /** Null if the content was deleted. */
  content: v.nullable(MailPreview),
  /** Why the email cannot be sent again; null if it can. */
  resendRefusal: v.nullable(v.string()),
});
export type ReadMail = v.InferOutput<typeof ReadMail>;

/** Body of POST /api/admin/mails/retry. Without `ids`, retries all failed emails, up to a few hundred per call. */
export const RetryMails = v.strictObject({
  ids: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.safeInteger())),
      v.minLength(1, 'Choose at least one email'),
      v.maxLength(200, 'Choose at most 200 emails'),
    ),
  ),
});
export type RetryMails = v.InferOutput<typeof RetryMails>;
/** `retried` has the ids of the emails that will be sent again. Other emails had not failed. */
export const RetriedMails = v.object({ retried: v.array(v.number()) });

/** Response of POST /api/admin/mails/acknowledge, which ends the alarm about failed emails. */
export const AcknowledgedMails = v.object({ acknowledged: v.number() });
export type AcknowledgedMails = v.InferOutput<typeof AcknowledgedMails>;

/** Body of POST /api/admin/stripe-events/:id/settle, which marks an event as resolved in Stripe. */
export const SettleEventRequest = v.strictObject({ reason: requiredLines('Please enter what you did in Stripe', 200) });
export type SettleEventRequest = v.InferOutput<typeof SettleEventRequest>;
export const SettleEventForm = v.object(SettleEventRequest.entries);
export const SettleEventResponse = v.object({ settled: v.boolean() });

/** Response of POST /api/admin/system/jobs/:job/run. `error` is the error message shown to administrators. */
export const RunJobResponse = v.object({ outcome: v.picklist(jobOutcomes), error: v.nullable(v.string()) });
export type RunJobResponse = v.InferOutput<typeof RunJobResponse>;

/** Response of GET /api/admin/system/runbooks: the contents of docs/operations.md. */
export const Runbooks = v.object({ markdown: v.string() });
export type Runbooks = v.InferOutput<typeof Runbooks>;

/** Tab of the admin dashboard that shows the cause of an alarm. */
export const alarmTabs: Record<AlarmKind, string> = {
  job_failed: 'system',
  job_missed: 'system',
  ledger_differs: 'tokens',
  money_differs: 'system',
  values_unknown: 'system',
  mails_dead: 'system',
  events_waiting: 'system',
  balances_to_return: 'system',
  disputes_due: 'orders',
  refunds_to_pay: 'system',
  checkouts_wait: 'system',
  prints_failed: 'orders',
  payouts_overdue: 'payouts',
  payouts_held: 'payouts',
  reviews_waiting: 'reviews',
  stays_recovered: 'certificates',
  errors_rising: 'system',
  cards_declined: 'orders',
  database_large: 'system',
};

/** Response of POST /api/admin/stripe-events/:id/retry. `waiting` means that the event still cannot be applied. */
export const RetriedEvent = v.object({ outcome: v.picklist(['applied', 'not_ours', 'waiting']), message: v.string() });
export type RetriedEvent = v.InferOutput<typeof RetriedEvent>;
