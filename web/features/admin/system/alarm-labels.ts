import type { AlarmKind } from '#schema/admin/system.ts';

export const alarmLabels: Record<AlarmKind, string> = {
  job_failed: 'A job failed',
  job_missed: 'A job did not run on time',
  ledger_differs: 'The token ledger does not add up',
  money_differs: 'The money totals do not add up',
  values_unknown: 'The database contains values that this version does not recognize',
  mails_dead: 'Emails could not be sent',
  events_waiting: 'A payment event has been waiting for an hour',
  balances_to_return: 'A customer’s balance was charged twice and must be credited back',
  disputes_due: 'A dispute needs a response within three days',
  refunds_to_pay: 'A refund failed at the bank and must be paid another way',
  checkouts_wait: 'Checkout is closed until the restored data is reconciled with Stripe',
  prints_failed: 'The card printer or a print order failed',
  payouts_overdue: 'Payouts are overdue',
  payouts_held: 'Commissions or chests are on hold',
  reviews_waiting: 'Certificates are waiting for review',
  stays_recovered: 'A stay is booked for a traveler entered shortly before the account was recovered',
  errors_rising: 'The site returns errors',
  cards_declined: 'Many payment cards were declined: someone may be testing stolen cards',
  database_large: 'The database has reached 6 GB',
};
