import { useState } from 'react';
import type { AdminReview } from '#schema/admin/reviews.ts';
import { AskForm } from '#web/features/admin/reviews/AskForm.tsx';
import { RefuseForm } from '#web/features/admin/reviews/RefuseForm.tsx';
import { ReviewChoices } from '#web/features/admin/reviews/ReviewChoices.tsx';
import { ReviewRecord } from '#web/features/admin/reviews/ReviewRecord.tsx';
import { keepReview, useReview } from '#web/features/admin/reviews/reviews-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';

/** Looking at a certificate, or about to ask or to refuse. */
export type ReviewStep = 'view' | 'ask' | 'refuse';

interface ReviewDialogProps {
  id: number;
  firstStep: ReviewStep;
  onClose: () => void;
}

const titles: Record<ReviewStep, string> = { view: 'Review', ask: 'Ask the member', refuse: 'Refuse certificate' };

/** A certificate with what it is decided on, and its decision. */
export function ReviewDialog({ id, firstStep, onClose }: ReviewDialogProps) {
  const query = useReview(id);
  const [step, setStep] = useState(firstStep);
  return (
    <Dialog open onClose={onClose} title={titles[step]} size="large">
      <Loaded query={query} what="The certificate" lines={6}>
        {(review) => <LoadedReview review={review} step={step} setStep={setStep} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface LoadedReviewProps {
  review: AdminReview;
  step: ReviewStep;
  setStep: (step: ReviewStep) => void;
  onClose: () => void;
}

function LoadedReview({ review, step, setStep, onClose }: LoadedReviewProps) {
  // It is asked for anew behind the forms: nobody decides on what they have not noticed.
  const { seen, takeOver } = useVersioned(review);
  const isWaiting = review.review === 'waiting';
  const isOutdated = review.version !== seen.version;
  const onDone = (decided: AdminReview) => {
    onClose();
    void keepReview(decided);
  };
  const decision = { review: seen, isOutdated, onDone };
  const back = () => setStep('view');
  return (
    <div className="stack gap-5 record">
      <ReviewRecord review={review} />
      {isOutdated && !isWaiting && (
        <Alert tone="warning" title="Somebody else has decided this certificate in the meantime">
          Nothing of yours was done. Above is how it stands now.
        </Alert>
      )}
      {isOutdated && isWaiting && (
        <Alert tone="warning" title="Somebody else has changed this certificate in the meantime">
          <p>Nothing was decided, and what you typed is kept. Above is how it stands now. Please look at it once more.</p>
          <button type="button" className="secondary" onClick={() => takeOver(review)}>
            I have seen how it stands now
          </button>
        </Alert>
      )}
      {isWaiting && step === 'view' && <ReviewChoices {...decision} onStep={setStep} />}
      {isWaiting && step === 'ask' && <AskForm {...decision} onBack={back} />}
      {isWaiting && step === 'refuse' && <RefuseForm {...decision} onBack={back} />}
    </div>
  );
}
