import type { JobName } from '#schema/admin/jobs.ts';
import type { AlarmKind } from '#schema/admin/system.ts';
import { paths } from '#web/lib/paths.ts';

/** Page of one section of docs/operations.md: that of an alarm or job, or any other heading's anchor. */
export function runbookPath(topic?: AlarmKind | JobName | string): string {
  return `${paths.adminDashboard('system')}&view=runbooks${topic ? `&topic=${encodeURIComponent(topic)}` : ''}`;
}
