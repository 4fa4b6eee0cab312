import { Link } from 'wouter';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { payeesWithoutAddressUrl } from '#web/features/admin/urls.ts';
import { remindPayees, usePayeesWithoutAddress } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Shows the number of members that payout runs skip because they have no PayPal address, and lets the administrator email them. */
export function AddressReminder() {
  const { data } = usePayeesWithoutAddress();
  const isSuperAdmin = useIsSuperAdmin();
  if (!data || data.members === 0) return null;
  return (
    <p className="cluster">
      <Link href={payeesWithoutAddressUrl}>
        {plural(data.members, 'member')} without a PayPal address ({formatDollars(data.cents / 100)})
      </Link>
      {isSuperAdmin && data.toRemind > 0 && (
        <ActionButton className="secondary button-small" action={remind} failed="Couldn’t send the reminders" pendingLabel="Reminding…">
          Remind {plural(data.toRemind, 'member')}
        </ActionButton>
      )}
    </p>
  );
}

async function remind(): Promise<void> {
  const reminded = await remindPayees();
  showToast({
    title: `Reminding ${plural(reminded, 'member')}`,
    description: 'Each member gets at most one reminder a week.',
    tone: 'success',
  });
}
