import type { Alarm, AlarmKind, System } from '#schema/admin/system.ts';
import { jobLabels } from '#web/features/admin/system/job-labels.ts';
import { dateTime } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

const alarmLabels: Record<AlarmKind, string> = {
  job_failed: 'A job failed',
  job_missed: 'A job did not run on time',
  ledger_differs: 'The token ledger does not add up',
  values_unknown: 'The database contains values that this version does not recognize',
  mails_dead: 'Emails could not be sent',
  events_waiting: 'A payment event has been waiting for an hour',
  balances_to_return: 'A customer’s balance was charged twice and must be credited back',
  disputes_due: 'A dispute must be answered within three days',
  refunds_to_pay: 'A refund failed at the bank and must be paid in another way',
  checkouts_wait: 'Checkout is closed until the restored data is reconciled with Stripe',
  prints_failed: 'The card printer or a print order failed',
  payouts_overdue: 'Payouts are overdue',
  payouts_held: 'Commissions or chests are on hold',
  reviews_waiting: 'Certificates are waiting for review',
};

export function AlarmsPanel({ alarms }: Pick<System, 'alarms'>) {
  if (alarms.length === 0) return null;
  return (
    <Alert tone="warning" title="Needs attention">
      <ul className="plain-list alarm-list">
        {alarms.map((alarm) => (
          <li key={`${alarm.kind} ${alarm.subject}`}>
            <strong>{alarmLabels[alarm.kind]}</strong>
            {formatJob(alarm)}, since {dateTime(alarm.beganAt)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function formatJob({ subject }: Alarm): string {
  const label = Object.entries(jobLabels).find(([job]) => job === subject)?.[1];
  return label ? `: ${label.title}` : '';
}
