import { Link } from 'wouter';
import type { WaitingRun } from '#schema/payouts/admin-payout-runs.ts';
import { payoutRunUrl } from '#web/features/admin/urls.ts';
import { useWaitingRuns } from '#web/features/payouts/admin/runs/runs-api.ts';
import { date, formatDollars, plural } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

/** Lists the payout runs that are waiting for the signed-in super administrator. `count` is their known number, which reserves their height. */
export function WaitingRuns({ count }: { count: number }) {
  const { data, error } = useWaitingRuns();
  if (!data) return error === undefined && count > 0 ? <Skeleton height={`${1.5 + 2 * count}rem`} /> : null;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="waiting-runs-title">
      <h3 id="waiting-runs-title">Waiting for you</h3>
      <ul className="plain-list">
        {data.map((run) => (
          <li key={run.id}>
            <Link href={payoutRunUrl(run.id)}>{getStepLabel(run)}</Link>{' '}
            <span className="muted small">
              {plural(run.lines, 'member')}, started {date(run.createdAt)}
              {run.createdBy !== null && ` by ${run.createdBy}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function getStepLabel({ id, step, totalCents }: WaitingRun): string {
  const total = formatDollars(totalCents / 100);
  return step === 'approve' ? `Approve run ${id}: ${total}` : `Pay run ${id} and mark it as paid: ${total}`;
}
