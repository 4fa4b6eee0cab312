import { Link } from 'wouter';
import type { Alarm, System } from '#schema/admin/system.ts';
import { alarmLabels } from '#web/features/admin/system/alarm-labels.ts';
import { jobLabels } from '#web/features/admin/system/job-labels.ts';
import { runbookPath } from '#web/features/admin/system/runbooks/runbook-path.ts';
import { dateTime } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

export function AlarmsPanel({ alarms }: Pick<System, 'alarms'>) {
  if (alarms.length === 0) return null;
  return (
    <Alert tone="warning" title="Needs attention">
      <ul className="plain-list alarm-list">
        {alarms.map((alarm) => (
          <li key={`${alarm.kind} ${alarm.subject}`}>
            <strong>{alarmLabels[alarm.kind]}</strong>
            {formatJob(alarm)}, since {dateTime(alarm.beganAt)}.{' '}
            <Link href={runbookPath(alarm.kind)} aria-label={`What to do: ${alarmLabels[alarm.kind]}`}>
              What to do
            </Link>
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
