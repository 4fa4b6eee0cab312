import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { NewestTable } from '#web/features/accounts/admin/member/NewestTable.tsx';
import { DateCell, PersonLink, StatusBadge } from '#web/features/admin/cells.tsx';
import { PayoutAddressLine } from '#web/features/payouts/admin/paying/PayoutAddressLine.tsx';
import { chestName } from '#web/features/payouts/admin/payout-labels.ts';
import { formatDollars, monthName } from '#web/lib/format.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

export function UserEarnings({ details: { profile, payoutAddress, referrals, commissions, chests } }: { details: AdminUserDetails }) {
  return (
    <div className="stack">
      <PayoutAddressLine address={payoutAddress} />
      <NewestTable
        title="Members they invited"
        list={referrals}
        empty="No one yet."
        columns={[
          { header: 'Name', cell: (person) => <PersonLink person={person} /> },
          { header: 'Email', cell: ({ email }) => <EmailText email={email} /> },
          { header: 'Role', cell: ({ role }) => role },
          { header: 'Registered', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
        ]}
      />
      <NewestTable
        title="Commissions"
        list={commissions}
        empty="No commissions yet."
        all={{ tab: 'payouts', query: { q: profile.email } }}
        columns={[
          { header: 'For', cell: ({ referred }) => <PersonLink person={referred} /> },
          { header: 'Amount', align: 'end', cell: ({ amount }) => formatDollars(amount / 100) },
          { header: 'Status', cell: ({ status }) => <StatusBadge value={status} /> },
          { header: 'Held for', cell: ({ heldReason }) => heldReason?.replaceAll('_', ' ') ?? '–' },
          { header: 'Earned', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
          { header: 'Paid', cell: ({ paidAt }) => <DateCell value={paidAt} /> },
        ]}
      />
      <NewestTable
        title="Treasure chests"
        list={chests}
        empty="No chests yet."
        columns={[
          { header: 'Month', cell: ({ month }) => monthName(month) },
          { header: 'Level', cell: ({ chestLevel }) => chestName({ level: chestLevel }) },
          { header: 'Amount', align: 'end', cell: ({ amount }) => formatDollars(amount / 100) },
          { header: 'Status', cell: ({ status }) => <StatusBadge value={status} /> },
          { header: 'Paid', cell: ({ paidAt }) => <DateCell value={paidAt} /> },
        ]}
      />
    </div>
  );
}
