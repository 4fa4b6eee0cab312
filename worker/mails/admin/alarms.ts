/** Alarm mails to the operator. Payload: worker/domain/admin/alarms.ts. */
import type { AlarmKind } from '#schema/admin/system.ts';
import { button, facts, type MailTemplates, type Payload, text } from '#worker/mails/content.ts';

/** The problem, the tab that shows it, and what to do. */
const alarmTexts: Record<AlarmKind, { is: string; tab: string; next: string }> = {
  job_failed: {
    is: 'A scheduled job could not do its work',
    tab: 'system',
    next: 'It goes on trying by itself. The System tab says what went wrong.',
  },
  job_missed: {
    is: 'A scheduled job has not run',
    tab: 'system',
    next: 'Look at the crons of the Worker at Cloudflare: one of them has not fired, or its run was cut off.',
  },
  ledger_differs: {
    is: 'The token ledger does not add up',
    tab: 'tokens',
    next: 'The Tokens tab says what differs, and whose. It stands until a later check finds that all adds up.',
  },
  values_unknown: {
    is: 'The database contains values that this version does not know',
    tab: 'system',
    next: 'The last run of the ledger check in the System tab lists them. Deploy a version that knows them, or correct the rows.',
  },
  mails_dead: { is: 'Mails could not be sent', tab: 'system', next: 'The System tab says why, and sends them again.' },
  events_waiting: {
    is: 'A payment event has been waiting for an hour',
    tab: 'system',
    next: 'It does not fit what we know. The job tries it again by itself; the System tab says why it waits.',
  },
  balances_to_return: {
    is: 'A balance paid twice and has to go back',
    tab: 'system',
    next: 'No refund brings it back. Give it back at Stripe, as credit of that customer; then say so in the System tab.',
  },
  checkouts_wait: {
    is: 'Nobody can buy until Stripe was compared after a restore',
    tab: 'system',
    next: 'Run npm run stripe:reconcile -- --since DATE --anew to its end, with a day before the moment that the database was put back to.',
  },
  prints_failed: {
    is: 'The card printer, or an order there, has failed',
    tab: 'orders',
    next: 'The printer cannot be reached, reports an error, or never said whether it took an order.',
  },
  payouts_overdue: { is: 'Payouts are overdue', tab: 'payouts', next: 'They are promised within 7 days.' },
  payouts_held: { is: 'Commissions or chests are held', tab: 'payouts', next: 'A super administrator releases or refuses them.' },
  reviews_waiting: { is: 'Certificates wait for their review', tab: 'reviews', next: 'We promise to look within two working days.' },
};

const unknown = { is: 'Something needs somebody', tab: 'system', next: 'The System tab says more.' };

function textsOf(payload: Payload): (typeof alarmTexts)[AlarmKind] {
  const kind = payload.text('kind') ?? '';
  return Object.hasOwn(alarmTexts, kind) ? alarmTexts[kind as AlarmKind] : unknown;
}

/** `2026-11-21 10:23 UTC`, to compare with a log. */
function timeOf(payload: Payload): string | null {
  const at = Date.parse(payload.text('beganAt') ?? '');
  return Number.isNaN(at) ? null : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const reason = 'because this address is told of what needs somebody';

export const alarmMails = {
  alarm_began: (links, payload) => {
    const { is, tab, next } = textsOf(payload);
    return {
      subject: `Needs somebody: ${is}`,
      preview: next,
      heading: is,
      body: [
        text(next),
        facts(['Job', payload.text('subject')], ['Since', timeOf(payload)]),
        button('Have a look', links.to(`/admin/dashboard?tab=${tab}`)),
      ],
      reason,
    };
  },

  alarm_over: (links, payload) => {
    const { is, tab } = textsOf(payload);
    return {
      subject: `Over: ${is}`,
      preview: 'This is no longer so.',
      heading: 'This is over',
      body: [
        text(`${is}: this is no longer so.`),
        facts(['Job', payload.text('subject')], ['Began', timeOf(payload)]),
        button('Have a look', links.to(`/admin/dashboard?tab=${tab}`)),
      ],
      reason,
    };
  },
} satisfies MailTemplates;
