import { Link } from 'wouter';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { usePayoutSummary } from '#web/features/admin/payouts/payouts-api.ts';
import { paths } from '#web/lib/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';

const counted = (count: number, singular: string) => `${cappedCount(count)} ${singular}${count === 1 ? '' : 's'}`;
const address = (query: Record<string, string>) => `${paths.adminDashboard('payouts')}&${new URLSearchParams(query)}`;

/** What nobody must forget: who waits longer than promised, and what waits for a decision. */
export function WaitingNote() {
  const { data } = usePayoutSummary();
  if (!data) return null;
  const { overdue, heldCommissions, heldChests } = data;
  if (overdue + heldCommissions + heldChests === 0) return null;
  return (
    <Alert tone="warning" title={overdue > 0 ? 'Some members wait longer than 7 days' : 'Something is held'}>
      <ul className="plain-list payout-waiting">
        {overdue > 0 && (
          <li>
            <Link href={address({ view: 'due', state: 'overdue' })}>{counted(overdue, 'member')} overdue</Link>
          </li>
        )}
        {heldCommissions > 0 && (
          <li>
            <Link href={address({ view: 'commissions', status: 'held' })}>{counted(heldCommissions, 'commission')} held</Link>
          </li>
        )}
        {heldChests > 0 && (
          <li>
            <Link href={address({ view: 'chests', status: 'held' })}>{counted(heldChests, 'treasure chest')} held</Link>
          </li>
        )}
      </ul>
    </Alert>
  );
}
