import { type AdminReview, AskReviewForm } from '#schema/reviews/admin-reviews.ts';
import { askMember } from '#web/features/reviews/admin/reviews-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

export interface DecisionFormProps {
  review: AdminReview;
  isOutdated: boolean;
  onDone: (updatedReview: AdminReview) => void;
  onBack: () => void;
}

export function AskForm({ review, isOutdated, onDone, onBack }: DecisionFormProps) {
  return (
    <Form
      label="Ask the member"
      className="stack"
      schema={AskReviewForm}
      defaults={{ question: '' }}
      send={async ({ question }) => {
        const updatedReview = await askMember(review, question);
        showToast({ title: 'Question sent', description: `${review.user.email} gets it by email.`, tone: 'success' });
        onDone(updatedReview);
      }}
      failed="Couldn’t send the question"
      hidesFailure={isOutdated}
    >
      <p>The certificate stays in review. The member can reply by email or contact us about {review.number}.</p>
      <FormTextArea label="Question" name="question" rows={4} hint="Emailed to the member as written." data-autofocus />
      <FormActions pendingLabel="Sending…" disabled={isOutdated} cancelClass="ghost" cancelLabel="Back" onCancel={onBack}>
        Send question
      </FormActions>
    </Form>
  );
}
