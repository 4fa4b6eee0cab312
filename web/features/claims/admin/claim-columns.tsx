import type { AdminClaim } from '#schema/claims/admin-claims.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { ClaimStatusBadge } from '#web/features/claims/admin/ClaimStatusBadge.tsx';
import { claimStatuses } from '#web/features/claims/admin/claim-statuses.ts';
import { ProofLink } from '#web/features/claims/admin/ProofLink.tsx';
import { date } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';

export const claimColumns: readonly Column<AdminClaim>[] = [
  { id: 'card', header: 'Card ID', isName: true, cell: ({ cardId }) => <span className="code">{cardId}</span> },
  {
    id: 'status',
    header: 'Status',
    sort: 'queue',
    orders: ['Pending first', 'Decided first'],
    cell: ({ status }) => <ClaimStatusBadge status={status} />,
  },
  { id: 'claimant', header: 'Claimant', cell: ({ claimant }) => <MemberLink member={claimant} /> },
  { id: 'proof', header: 'Proof', cell: ({ proofUrl }) => <ProofLink proofUrl={proofUrl} /> },
  { ...createdColumn, header: 'Claimed', cell: ({ createdAt }) => date(createdAt) },
  { id: 'decided', header: 'Decided', isOptional: true, cell: ({ decidedAt }) => (decidedAt ? date(decidedAt) : '') },
  { id: 'comment', header: 'Comment', isOptional: true, cell: ({ adminComment }) => adminComment ?? '' },
];

export const claimFilters: readonly Filter[] = [{ name: 'status', label: 'Status', options: toOptions(claimStatuses), sorts: ['created'] }];
