import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { NewestTable } from '#web/features/accounts/admin/member/NewestTable.tsx';
import { DateCell, StatusBadge } from '#web/features/admin/cells.tsx';
import { number } from '#web/lib/format.ts';

export function UserCards({ details: { profile, cards, claims } }: { details: AdminUserDetails }) {
  return (
    <div className="stack">
      <NewestTable
        title="Cache Cards"
        list={cards}
        empty="No cards."
        all={{ tab: 'cards', query: { q: profile.email } }}
        columns={[
          { header: 'Card ID', cell: ({ cardId }) => <span className="code">{cardId}</span> },
          { header: 'Status', cell: ({ status }) => <StatusBadge value={status} /> },
          { header: 'Location', cell: ({ location }) => location ?? 'Not placed' },
          { header: 'Scans', align: 'end', cell: ({ totalScans }) => number(totalScans) },
          { header: 'Tokens', align: 'end', cell: ({ tokensEarned }) => number(tokensEarned) },
          { header: 'Created', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
        ]}
      />
      <NewestTable
        title="Ownership claims"
        list={claims}
        empty="No claims."
        all={{ tab: 'claims', query: { q: profile.email } }}
        columns={[
          { header: 'Card ID', cell: ({ cardId }) => <span className="code">{cardId}</span> },
          { header: 'Status', cell: ({ status }) => <StatusBadge value={status} /> },
          {
            header: 'Proof',
            cell: ({ proofUrl, cardId }) =>
              proofUrl === null ? (
                'Adoption'
              ) : (
                <a href={proofUrl} target="_blank" rel="noopener noreferrer" aria-label={`Proof for ${cardId}, opens in a new tab`}>
                  Proof
                </a>
              ),
          },
          { header: 'Comment', cell: ({ adminComment }) => adminComment ?? '–' },
          { header: 'Claimed', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
        ]}
      />
    </div>
  );
}
