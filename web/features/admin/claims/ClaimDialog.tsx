import { useState } from 'react';
import type { AdminClaimDetails } from '#schema/admin/claims.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { ClaimRecord } from '#web/features/admin/claims/ClaimRecord.tsx';
import { useClaimDetails } from '#web/features/admin/claims/claims-api.ts';
import { DecideForm } from '#web/features/admin/claims/DecideForm.tsx';
import { errorText } from '#web/lib/api.ts';

/** Looking at a claim, or about to decide it so. */
export type ClaimStep = 'view' | 'approved' | 'rejected';

interface ClaimDialogProps {
  id: number;
  firstStep: ClaimStep;
  onClose: () => void;
}

const titles: Record<ClaimStep, string> = { view: 'Claim', approved: 'Approve claim', rejected: 'Reject claim' };

/** A claim with all that it is decided on, and its decision. */
export function ClaimDialog({ id, firstStep, onClose }: ClaimDialogProps) {
  const { data, error, mutate, isValidating } = useClaimDetails(id);
  const [step, setStep] = useState(firstStep);
  return (
    <Dialog open onClose={onClose} title={titles[step]} size="large">
      {data ? (
        <Loaded details={data} step={step} setStep={setStep} onClose={onClose} />
      ) : error && !isValidating ? (
        <ErrorState title="The claim could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => mutate()} />
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading the claim…</span>
          <Skeleton lines={6} />
        </div>
      )}
    </Dialog>
  );
}

interface LoadedProps {
  details: AdminClaimDetails;
  step: ClaimStep;
  setStep: (step: ClaimStep) => void;
  onClose: () => void;
}

function Loaded({ details, step, setStep, onClose }: LoadedProps) {
  const isPending = details.claim.status === 'pending';
  return (
    <div className="record">
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
