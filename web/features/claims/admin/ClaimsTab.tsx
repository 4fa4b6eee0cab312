import { useState } from 'react';
import { type AdminClaim, AdminClaimList, ClaimDecisionForm } from '#schema/claims/admin-claims.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { BulkDialog, type BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { claimUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { ClaimDialog, type ClaimStep } from '#web/features/claims/admin/ClaimDialog.tsx';
import { ClaimStatusBadge } from '#web/features/claims/admin/ClaimStatusBadge.tsx';
import { claimStatuses } from '#web/features/claims/admin/claim-statuses.ts';
import { adminClaimsPath, rejectClaims } from '#web/features/claims/admin/claims-api.ts';
import { ProofLink } from '#web/features/claims/admin/ProofLink.tsx';
import { date, plural } from '#web/lib/format.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';
import { FormTextArea } from '#web/ui/forms/form-inputs.tsx';

const claimColumns: readonly Column<AdminClaim>[] = [
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

const claimFilters: readonly Filter[] = [{ name: 'status', label: 'Status', options: toOptions(claimStatuses), sorts: ['created'] }];

const getLabel = ({ cardId, claimant }: AdminClaim) => `claim by ${claimant.email} on ${cardId}`;

export function ClaimsTab() {
  const [openClaimId, setOpenClaimId] = useIdParameter('claim');
  const [firstStep, setFirstStep] = useState<ClaimStep>('view');
  const [rejection, setRejection] = useState<BulkSelection<AdminClaim>>();

  function openClaim(id: number | null, step: ClaimStep = 'view') {
    setFirstStep(step);
    setOpenClaimId(id);
  }

  const isPending = ({ status }: AdminClaim) => status === 'pending';
  return (
    <>
      <AdminList
        name="claims"
        label="Claims"
        path={adminClaimsPath}
        schema={AdminClaimList}
        columns={claimColumns}
        rowLabel={getLabel}
        searchLabel="Search claims"
        filters={claimFilters}
        defaultSort="queue"
        onOpen={({ id }) => openClaim(id)}
        openKey={openClaimId}
        rowActions={[
          { label: 'View', onChoose: ({ id }) => openClaim(id) },
          { label: 'Approve', isShown: isPending, onChoose: ({ id }) => openClaim(id, 'approved') },
          { label: 'Reject', isShown: isPending, onChoose: ({ id }) => openClaim(id, 'rejected') },
        ]}
        bulkActions={[{ label: 'Reject', onChoose: (rows, clearSelection) => setRejection({ rows, clearSelection }), isDanger: true }]}
        selectsAllPages
        isSelectable={isPending}
        emptyTitle="No claims yet"
        emptyHint="When a member claims a card, you can review the claim here."
      />
      {rejection && (
        <BulkDialog
          selection={rejection}
          action={`Reject ${plural(rejection.rows.length, 'claim')}`}
          labels={{
            noun: 'claim',
            pending: 'Rejecting claims',
            done: 'rejected',
            describe: (claim) => ({ label: getLabel(claim), href: claimUrl(claim.id) }),
          }}
          isDanger
          getId={({ id }) => id}
          schema={ClaimDecisionForm}
          defaults={{ comment: '' }}
          send={(claims, { comment }) => rejectClaims(claims, comment)}
          listPath={adminClaimsPath}
          onClose={() => setRejection(undefined)}
        >
          <p>The cards won’t change. Each claimant gets an email and can try again.</p>
          <FormTextArea
            label="Comment"
            name="comment"
            optional
            data-autofocus
            hint="Shown to each claimant by email and in their list of claims"
          />
        </BulkDialog>
      )}
      {openClaimId !== null && (
        <ClaimDialog key={`${openClaimId} ${firstStep}`} id={openClaimId} firstStep={firstStep} onClose={() => openClaim(null)} />
      )}
    </>
  );
}
