import { useState } from 'react';
import { type AdminClaim, AdminClaimList } from '#schema/claims/admin-claims.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { ClaimDialog, type ClaimStep } from '#web/features/claims/admin/ClaimDialog.tsx';
import { claimColumns, claimFilters } from '#web/features/claims/admin/claim-columns.tsx';
import { adminClaimsPath } from '#web/features/claims/admin/claims-api.ts';
import { RejectClaimsDialog } from '#web/features/claims/admin/RejectClaimsDialog.tsx';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';

/** Stores the open claim in the URL, so that other pages can link to it. */
export function ClaimsTab() {
  const [openClaimId, setOpenClaimId] = useIdParameter('claim');
  const [firstStep, setFirstStep] = useState<ClaimStep>('view');
  const [rejection, setRejection] = useState<{ claims: AdminClaim[]; done: () => void }>();

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
        rowLabel={({ cardId, claimant }) => `claim by ${claimant.email} on ${cardId}`}
        searchLabel="Search claims"
        filters={claimFilters}
        defaultSort="queue"
        onOpen={({ id }) => openClaim(id)}
        rowActions={[
          { label: 'View', onChoose: ({ id }) => openClaim(id) },
          { label: 'Approve', isShown: isPending, onChoose: ({ id }) => openClaim(id, 'approved') },
          { label: 'Reject', isShown: isPending, onChoose: ({ id }) => openClaim(id, 'rejected') },
        ]}
        bulkActions={[{ label: 'Reject', onChoose: (claims, done) => setRejection({ claims, done }), isDanger: true }]}
        isSelectable={isPending}
        emptyTitle="No claims yet"
        emptyHint="When a member claims a card, you can review the claim here."
      />
      {rejection && (
        <RejectClaimsDialog
          claims={rejection.claims}
          onClose={() => setRejection(undefined)}
          onDone={() => {
            setRejection(undefined);
            rejection.done();
          }}
        />
      )}
      {openClaimId !== null && (
        <ClaimDialog key={`${openClaimId} ${firstStep}`} id={openClaimId} firstStep={firstStep} onClose={() => openClaim(null)} />
      )}
    </>
  );
}
