import type { AlarmKind } from '#schema/admin/system.ts';

export const alarmLabels: Record<AlarmKind, string> = {
  job_failed: 'A job could not do its work',
  job_missed: 'A job has not run',
  ledger_differs: 'The token ledger does not add up',
  values_unknown: 'The database contains values that this version does not know',
  mails_dead: 'Mails could not be sent',
  events_waiting: 'A payment event has been waiting for an hour',
  balances_to_return: 'A balance paid twice and has to go back',
  checkouts_wait: 'Nobody can buy until Stripe was compared after a restore',
  prints_failed: 'The card printer, or an order there, has failed',
  payouts_overdue: 'Payouts are overdue',
  payouts_held: 'Commissions or chests are held',
  reviews_waiting: 'Certificates wait for their review',
};
