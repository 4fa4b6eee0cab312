import { type AdminReview, AskReviewForm } from '#schema/reviews/admin-reviews.ts';
import { askMember } from '#web/features/reviews/admin/reviews-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

export interface DecisionFormProps {
  review: AdminReview;
  isOutdated: boolean;
  onDone: (decided: AdminReview) => void;
  onBack: () => void;
}

/** Asks the member; the certificate keeps waiting. */
export function AskForm({ review, isOutdated, onDone, onBack }: DecisionFormProps) {
  return (
    <Form
      label="Ask the member"
      className="stack"
      schema={AskReviewForm}
      defaults={{ question: '' }}
      send={async ({ question }) => {
        const decided = await askMember(review, question);
        showToast({ title: 'Question sent', description: `${review.user.email} gets it by mail.`, tone: 'success' });
        onDone(decided);
      }}
      failed="The question was not sent"
      isFailureOver={isOutdated}
    >
      <p>The certificate goes on waiting. The member answers the mail, or writes to us with the number {review.number}.</p>
      <FormTextArea label="Question" name="question" rows={4} hint="The member reads it in a mail, as you write it." data-autofocus />
      <FormActions pendingLabel="Sending…" disabled={isOutdated} cancelClass="ghost" cancelLabel="Back" onCancel={onBack}>
        Send question
      </FormActions>
    </Form>
  );
}
