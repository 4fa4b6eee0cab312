import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { causeLabel } from '#web/features/accounts/admin/member/key-cause.ts';
import { NewestTable } from '#web/features/accounts/admin/member/NewestTable.tsx';
import { DateTimeCell, formatSigned } from '#web/features/admin/cells.tsx';

const owedLabels: Record<AdminUserDetails['owed']['rows'][number]['kind'], string> = {
  reversal: 'Reversed after being spent',
  repayment: 'Repaid',
  forgiveness: 'Forgiven',
  restoration: 'Reversal undone',
};

export function UserTokens({ details: { profile, ledger, owed, keys } }: { details: AdminUserDetails }) {
  return (
    <div className="stack">
      <NewestTable
        title="Token ledger"
        list={ledger}
        empty="No entries yet."
        all={{ tab: 'tokens', query: { q: profile.email } }}
        columns={[
          { header: 'Amount', align: 'end', cell: ({ amount }) => formatSigned(amount) },
          { header: 'Type', cell: ({ type }) => type.replace('_', ' ') },
          { header: 'Reason', cell: ({ description }) => description },
          { header: 'When', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
        ]}
      />
      {owed.rows.length > 0 && (
        <NewestTable
          title="Owed tokens"
          list={owed}
          empty="Has never owed tokens."
          columns={[
            { header: 'Amount', align: 'end', cell: ({ amount }) => formatSigned(amount) },
            { header: 'Why', cell: ({ kind }) => owedLabels[kind] },
            { header: 'Related to', cell: ({ relatedEntityType, relatedEntityId }) => `${relatedEntityType} ${relatedEntityId}` },
            { header: 'When', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
          ]}
        />
      )}
      <NewestTable
        title="Keys"
        list={keys}
        empty="No keys yet."
        columns={[
          { header: 'Amount', align: 'end', cell: ({ amount }) => formatSigned(amount) },
          { header: 'Kind', cell: ({ kind }) => (kind === 'treasure' ? 'Treasure Key' : 'Community Key') },
          { header: 'Cause', cell: ({ cause }) => causeLabel(cause) },
          { header: 'When', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
        ]}
      />
    </div>
  );
}
