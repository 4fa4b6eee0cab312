import type { JobName } from '#schema/admin/jobs.ts';
import type { AlarmKind } from '#schema/admin/system.ts';
import { paths } from '#web/lib/paths.ts';

/** Returns the path of the runbook page for an alarm, a job, or any heading in docs/operations.md. */
export function runbookPath(topic?: AlarmKind | JobName | string): string {
  return `${paths.adminDashboard('system')}&view=runbooks${topic ? `&topic=${encodeURIComponent(topic)}` : ''}`;
}
