import { useState } from 'react';
import type { AdminStayDetails } from '#schema/stays/admin-stays.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { BookingDialog } from '#web/features/certificates/admin/BookingDialog.tsx';
import { CancelDialog } from '#web/features/certificates/admin/CancelDialog.tsx';
import { useCertificate } from '#web/features/certificates/admin/certificates-api.ts';
import { OtherPersonDialog } from '#web/features/certificates/admin/OtherPersonDialog.tsx';
import { reloadStay, useStay } from '#web/features/stays/admin/admin-stays-api.ts';
import { OfferForm } from '#web/features/stays/admin/OfferForm.tsx';
import { ReasonForm, type ReasonStep } from '#web/features/stays/admin/ReasonForm.tsx';
import { StayRecord } from '#web/features/stays/admin/StayRecord.tsx';
import { TravelerForm } from '#web/features/stays/admin/TravelerForm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const certificateDialogs = { booking: BookingDialog, person: OtherPersonDialog, cancel: CancelDialog };
type CertificateStep = keyof typeof certificateDialogs;
type Step = 'view' | 'offer' | 'traveler' | ReasonStep;

/** `id` is the certificate's id. */
export function StayDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useStay(id);
  const certificate = useCertificate(id).data;
  const [step, setStep] = useState<Step>('view');
  const [certificateStep, setCertificateStep] = useState<CertificateStep>();
  if (certificate && certificateStep) {
    const CertificateDialog = certificateDialogs[certificateStep];
    const returnToView = () => {
      setCertificateStep(undefined);
      void reloadStay(id);
    };
    return <CertificateDialog certificate={certificate} onClose={returnToView} />;
  }
  const returnToView = () => setStep('view');
  return (
    <Dialog open onClose={onClose} title={`Stay for ${query.data?.number ?? ''}`} size="large">
      <Loaded query={query} subject="The stay" lines={10}>
        {(stay) => (
          <div className="stack gap-5">
            <StayRecord stay={stay} />
            {step === 'view' && <Actions stay={stay} onStep={setStep} onCertificateStep={certificate && setCertificateStep} />}
            {step === 'offer' && <OfferForm stay={stay} onDone={returnToView} />}
            {step === 'traveler' && <TravelerForm stay={stay} onDone={returnToView} />}
            {(step === 'withdraw' || step === 'confirm-booking' || step === 'no-show' || step === 'settle') && (
              <ReasonForm stay={stay} step={step} onDone={returnToView} />
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

interface ActionsProps {
  stay: AdminStayDetails;
  onStep: (step: Step) => void;
  /** Handler for certificate actions; undefined until the certificate is loaded. */
  onCertificateStep: ((step: CertificateStep) => void) | undefined;
}

function Actions({ stay, onStep, onCertificateStep }: ActionsProps) {
  const isSuperAdmin = useIsSuperAdmin();
  const { toDo, stage } = stay;
  const hasNoTraveler = stage === 'returned' || stage === 'expired' || stage === 'stayed';
  // The travel provider books its own offers.
  const isProviders = stay.offers.some(({ status, createdBy }) => status === 'accepted' && createdBy === null);
  const isComplaint = stage === 'stayed' && stay.tookPlace === false;
  return (
    <section className="stack gap-3" aria-label="Actions">
      {toDo === 'check' && (
        <p>
          Please ask the hotel. A super administrator can then confirm the booking, or cancel the certificate so that the member gets their
          tokens back.
        </p>
      )}
      {isComplaint && (
        <p>
          The member says that the stay didn’t take place. If we or the hotel were at fault, a super administrator can cancel the
          certificate and give a reason. The member then gets their tokens back.
        </p>
      )}
      <div className="cluster">
        {toDo === 'offer' && (
          <button type="button" onClick={() => onStep('offer')}>
            Enter an offer…
          </button>
        )}
        {toDo === 'book' && (isSuperAdmin || !isProviders) && onCertificateStep && (
          <button type="button" onClick={() => onCertificateStep('booking')}>
            Enter booking reference…
          </button>
        )}
        {stage === 'offered' && (
          <button type="button" className="secondary" onClick={() => onStep('withdraw')}>
            Withdraw the offer…
          </button>
        )}
        {toDo === 'check' && isSuperAdmin && (
          <button type="button" onClick={() => onStep('confirm-booking')}>
            Confirm the booking…
          </button>
        )}
        {stay.canRecordNoShow && (
          <button type="button" className="secondary" onClick={() => onStep('no-show')}>
            Record a no-show…
          </button>
        )}
        {toDo === 'complaint' && (
          <button type="button" onClick={() => onStep('settle')}>
            Settle the complaint…
          </button>
        )}
        {isSuperAdmin && !hasNoTraveler && (
          <button type="button" className="secondary" onClick={() => onStep('traveler')}>
            Correct traveler details…
          </button>
        )}
        {isSuperAdmin && !hasNoTraveler && !stay.isOtherPerson && onCertificateStep && (
          <button type="button" className="secondary" onClick={() => onCertificateStep('person')}>
            Approve different person…
          </button>
        )}
        {isSuperAdmin && stay.status === 'activated' && onCertificateStep && (
          <button type="button" className="secondary" onClick={() => onCertificateStep('cancel')}>
            Cancel certificate…
          </button>
        )}
      </div>
    </section>
  );
}
