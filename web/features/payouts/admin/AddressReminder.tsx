import { useState } from 'react';
import { Link } from 'wouter';
import type { Payee } from '#schema/payouts/admin-payouts.ts';
import { maxCountedRows, payoutAddressReminderSeconds, secondsPerDay } from '#schema/rules.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { BulkDialog } from '#web/features/admin/lists/BulkDialog.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { memberUrl, payeesWithoutAddressUrl } from '#web/features/admin/urls.ts';
import {
  payoutsPath,
  readPayeesWithoutAddress,
  reloadPayeesWithoutAddress,
  remindPayees,
  usePayeesWithoutAddress,
} from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Shows the number of members that payout runs skip because they have no PayPal address, and lets the administrator email them. */
export function AddressReminder() {
  const { data } = usePayeesWithoutAddress();
  const isSuperAdmin = useIsSuperAdmin();
  const [payees, setPayees] = useState<Payee[]>();
  if (!data || data.members === 0) return null;
  return (
    <>
      <p className="cluster">
        <Link href={payeesWithoutAddressUrl}>
          {`${cappedCount(data.members)} ${data.members === 1 ? 'member' : 'members'} without a PayPal address`} (
          {data.members > maxCountedRows && 'more than '}
          {formatDollars(data.cents / 100)})
        </Link>
        {isSuperAdmin && data.toRemind > 0 && (
          <ActionButton
            className="secondary button-small"
            action={async () => setPayees(await readPayeesWithoutAddress())}
            failed="Couldn’t load the members"
            pendingLabel="Loading…"
          >
            Remind them…
          </ActionButton>
        )}
      </p>
      {payees && (
        <BulkDialog
          selection={{ rows: payees, clearSelection: () => {} }}
          action={`Remind ${plural(payees.length, 'member')}`}
          labels={{
            noun: 'member',
            pending: 'Reminding members',
            done: 'reminded',
            describe: ({ id, email }) => ({ label: email, href: memberUrl(id) }),
          }}
          getId={({ id }) => id}
          send={remindPayees}
          listPath={payoutsPath}
          onClose={() => {
            setPayees(undefined);
            void reloadPayeesWithoutAddress();
          }}
        >
          <p>
            {`Each member gets an email that asks for a PayPal address, at most once in ${payoutAddressReminderSeconds / secondsPerDay} days.`}
          </p>
        </BulkDialog>
      )}
    </>
  );
}
