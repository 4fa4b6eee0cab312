import { useState } from 'react';
import type { AdminClaimDetails } from '#schema/claims/admin-claims.ts';
import { ClaimRecord } from '#web/features/claims/admin/ClaimRecord.tsx';
import { useClaimDetails } from '#web/features/claims/admin/claims-api.ts';
import { DecideForm } from '#web/features/claims/admin/DecideForm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export type ClaimStep = 'view' | 'approved' | 'rejected';

const titles: Record<ClaimStep, string> = { view: 'Claim', approved: 'Approve claim', rejected: 'Reject claim' };

export function ClaimDialog({ id, firstStep, onClose }: { id: number; firstStep: ClaimStep; onClose: () => void }) {
  const query = useClaimDetails(id);
  const [step, setStep] = useState(firstStep);
  return (
    <Dialog open onClose={onClose} title={titles[step]} size="large">
      <Loaded query={query} subject="The claim" lines={6}>
        {(details) => <LoadedClaim details={details} step={step} setStep={setStep} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface LoadedClaimProps {
  details: AdminClaimDetails;
  step: ClaimStep;
  setStep: (step: ClaimStep) => void;
  onClose: () => void;
}

function LoadedClaim({ details, step, setStep, onClose }: LoadedClaimProps) {
  const isPending = details.claim.status === 'pending';
  return (
    <div className="stack gap-5 record">
      <ClaimRecord details={details} />
      {step !== 'view' ? (
        <DecideForm key={step} details={details} status={step} onDone={onClose} onBack={() => setStep('view')} />
      ) : (
        isPending && (
          <div className="cluster">
            <button type="button" onClick={() => setStep('approved')}>
              Approve…
            </button>
            <button type="button" className="secondary" onClick={() => setStep('rejected')}>
              Reject…
            </button>
          </div>
        )
      )}
    </div>
  );
}
