/** Alarm emails to the operator. The payload is built in worker/domain/admin/alarms.ts. */
import { type AlarmKind, alarmTabs } from '#schema/admin/system.ts';
import { utcMinute } from '#worker/domain/time.ts';
import type { MailTemplates, Payload } from '#worker/mails/content.ts';

/** For each alarm, a description of the problem and the next step. */
const alarmTexts: Record<AlarmKind, { is: string; next: string }> = {
  job_failed: { is: 'A scheduled job failed', next: 'It will retry automatically. The System tab shows the error.' },
  job_missed: {
    is: 'A scheduled job did not run',
    next: 'Check the Worker’s cron triggers in Cloudflare: one did not fire, or its run was cut short.',
  },
  ledger_differs: {
    is: 'The token ledger does not add up',
    next: 'The Tokens tab shows the differences. The alarm clears once a check finds no differences.',
  },
  money_differs: {
    is: 'The money totals do not add up',
    next: 'The System tab lists the mismatched figures. The alarm clears once a check finds no mismatches.',
  },
  values_unknown: {
    is: 'The database contains values this version doesn’t recognize',
    next: 'The last ledger check on the System tab lists these values. Deploy a version that supports them, or correct the rows.',
  },
  mails_dead: {
    is: 'Emails could not be sent',
    next: 'The System tab shows why. Resend the emails or dismiss the alarm there. The alarm clears after a day.',
  },
  events_waiting: {
    is: 'A payment event has been waiting for an hour',
    next: 'The event doesn’t match our data. The job keeps retrying, and the System tab shows why.',
  },
  balances_to_return: {
    is: 'A Stripe balance was used twice',
    next: 'This can’t be refunded. Credit the customer’s balance in Stripe instead, then confirm it on the System tab.',
  },
  refunds_to_pay: {
    is: 'A refund failed and must be paid another way',
    next: 'The System tab shows the amount and the member. Pay them outside Stripe, for example by PayPal, then confirm it there.',
  },
  disputes_due: {
    is: 'A dispute needs a response within three days',
    next: 'Submit the evidence, or accept the dispute. Without a response, we lose the dispute.',
  },
  checkouts_wait: {
    is: 'Checkout is closed until Stripe is reconciled after the restore',
    next: 'Run npm run stripe:reconcile -- --since DATE --restart until it finishes. DATE is one day before the restore point.',
  },
  prints_failed: {
    is: 'The card printer or a print order failed',
    next: 'The printer is unreachable, reports an error, or never confirmed an order.',
  },
  payouts_overdue: { is: 'Payouts are overdue', next: 'We promise payouts within 7 days.' },
  payouts_held: { is: 'Commissions or chests are on hold', next: 'A super administrator must release or refuse them.' },
  errors_rising: {
    is: 'The site returns errors',
    next: 'Ten or more API calls failed within ten minutes. To find the cause, look for call_failed in Workers Logs.',
  },
  cards_declined: {
    is: 'Many payment cards were declined',
    next: 'Someone may be testing stolen cards. Members with 30 declines can’t check out for an hour.',
  },
  database_large: {
    is: 'The database has reached 6 GB',
    next: 'The database can’t grow beyond 10 GB, and splitting it takes weeks, so start now.',
  },
  stays_recovered: {
    is: 'A stay is booked for a traveler entered shortly before the account was recovered',
    next: 'The stay names both times. Ask the member who is to travel, then cancel the certificate or enter the right traveler.',
  },
  reviews_waiting: { is: 'Certificates are waiting for review', next: 'We promise a review within two working days.' },
};

const unknownAlarmTexts = { is: 'Something needs attention', next: 'See the System tab.' };

function chooseTexts(payload: Payload): (typeof alarmTexts)[AlarmKind] {
  const kind = payload.text('kind') ?? '';
  return Object.hasOwn(alarmTexts, kind) ? alarmTexts[kind as AlarmKind] : unknownAlarmTexts;
}

function readTab(payload: Payload): string {
  const kind = payload.text('kind') ?? '';
  return Object.hasOwn(alarmTabs, kind) ? alarmTabs[kind as AlarmKind] : 'system';
}

/** Formats the time of the alarm in UTC so that it can be compared with logs. */
function formatTime(payload: Payload): string | null {
  const at = Date.parse(payload.text('beganAt') ?? '');
  return Number.isNaN(at) ? null : utcMinute(at / 1_000);
}

const reason = 'You’re receiving this email because this address receives Cache Cards alarms.';

export const alarmMails = {
  alarm_began: (payload) => {
    const { is, next } = chooseTexts(payload);
    return {
      subject: `Action needed: ${is}`,
      text: next,
      facts: { Job: payload.text('subject'), Difference: payload.text('detail'), Since: formatTime(payload) },
      button: ['Open the runbook', `/admin/dashboard?tab=system&view=runbooks&topic=${payload.text('kind') ?? ''}`],
      reason,
    };
  },

  alarm_over: (payload) => {
    const { is } = chooseTexts(payload);
    return {
      subject: `Resolved: ${is}`,
      text: 'You don’t need to do anything.',
      facts: { Job: payload.text('subject'), Began: formatTime(payload) },
      button: ['Open the admin area', `/admin/dashboard?tab=${readTab(payload)}`],
      reason,
    };
  },
} satisfies MailTemplates;
