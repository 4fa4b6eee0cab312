import { useSearchParams } from 'wouter';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { remindPayees, usePayeesWithoutAddress } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Shows how many members cannot be paid because they have no PayPal address, and emails them. */
export function AddressReminder() {
  const { data } = usePayeesWithoutAddress();
  const isSuperAdmin = useIsSuperAdmin();
  const [, setSearch] = useSearchParams();
  if (!data || data.members === 0) return null;
  return (
    <Alert tone="info" title={`${plural(data.members, 'member')} without a PayPal address`}>
      <p>
        We owe them {formatDollars(data.cents / 100)}.{' '}
        {data.toRemind === 0 ? 'All were asked for an address in the last 7 days.' : 'Payout runs skip them until they add an address.'}
      </p>
      <div className="cluster gap-2">
        <button
          type="button"
          className="secondary button-small"
          onClick={() => setSearch({ tab: 'payouts', view: 'due', address: 'none' })}
        >
          Show them
        </button>
        {isSuperAdmin && data.toRemind > 0 && (
          <ActionButton className="button-small" action={remind} failed="The reminders were not sent" pendingLabel="Reminding…">
            Remind {plural(data.toRemind, 'member')}
          </ActionButton>
        )}
      </div>
    </Alert>
  );
}

async function remind(): Promise<void> {
  const reminded = await remindPayees();
  showToast({ title: `Reminding ${plural(reminded, 'member')}`, description: 'Each gets at most one email a week.', tone: 'success' });
}
