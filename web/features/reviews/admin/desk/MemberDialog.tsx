import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { AskForm } from '#web/features/reviews/admin/AskForm.tsx';
import { OutdatedAlert } from '#web/features/reviews/admin/desk/OutdatedAlert.tsx';
import { RefuseForm } from '#web/features/reviews/admin/RefuseForm.tsx';
import { dateTime } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

export type MemberStep = 'ask' | 'refuse';

interface MemberDialogProps {
  step: MemberStep;
  review: AdminReview;
  base: AdminReview;
  proposal: string;
  onSeen: () => void;
  onClose: () => void;
  onDone: (updatedReview: AdminReview) => void;
}

/** Asks the member a question or refuses the certificate. The member reads the text that the administrator enters. */
export function MemberDialog({ step, review, base, proposal, onSeen, onClose, onDone }: MemberDialogProps) {
  const { question, askedAt } = review;
  const isOutdated = review.version !== base.version;
  const decision = { review: base, isOutdated, onDone, onBack: onClose };
  return (
    <Dialog open onClose={onClose} title={step === 'ask' ? 'Ask the member' : 'Refuse certificate'}>
      <div className="stack">
        {question !== null && (
          <p>
            <span className="muted small">Asked {askedAt && dateTime(askedAt)}: </span>
            <span className="record-text" dir="auto">
              {question}
            </span>
          </p>
        )}
        {isOutdated && <OutdatedAlert review={review} onSeen={onSeen} />}
        {step === 'ask' ? <AskForm {...decision} /> : <RefuseForm {...decision} proposal={proposal} />}
      </div>
    </Dialog>
  );
}
