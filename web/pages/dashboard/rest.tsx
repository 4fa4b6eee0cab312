/** What the dashboard loads after its figures, in one file. */
import { ProgressCard } from '#web/features/progress/ProgressCard.tsx';
import { LatestFinds } from '#web/features/scans/finds/LatestFinds.tsx';

// biome-ignore-start lint/performance/noBarrelFile: one dynamic import loads all of it
export { QueuedScans } from '#web/features/scans/scanning/offline/QueuedScans.tsx';
export { DashboardNotices, DashboardTasks } from '#web/pages/dashboard/DashboardNotices.tsx';
export { DashboardTabs } from '#web/pages/dashboard/DashboardTabs.tsx';
// biome-ignore-end lint/performance/noBarrelFile: see above

export function DashboardSide() {
  return (
    <>
      <ProgressCard />
      <LatestFinds />
    </>
  );
}
