import { RefuseReviewForm } from '#schema/reviews/admin-reviews.ts';
import type { DecisionFormProps } from '#web/features/reviews/admin/AskForm.tsx';
import { refuseReview } from '#web/features/reviews/admin/reviews-api.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface RefuseFormProps extends DecisionFormProps {
  proposal: string;
}

export function RefuseForm({ review, isOutdated, proposal, onDone, onBack }: RefuseFormProps) {
  const tokens = tokensLabel(review.tokensRedeemed);
  return (
    <Form
      label="Refuse certificate"
      className="stack"
      schema={RefuseReviewForm}
      defaults={{ reason: proposal }}
      send={async ({ reason }) => {
        const updatedReview = await refuseReview(review, reason);
        showToast({
          title: 'Certificate refused',
          description: `${tokens} returned to ${review.user.email ?? 'the account of a member who left'}.`,
          tone: 'success',
        });
        onDone(updatedReview);
      }}
      failed="Couldn’t refuse the certificate"
      hidesFailure={isOutdated}
    >
      <p>
        This cancels the certificate{review.user.email === null ? '.' : `, returns ${tokens} to the member and emails them the reason.`} It
        can’t be undone.
      </p>
      <FormTextArea
        label="Reason"
        name="reason"
        rows={4}
        hint="Emailed to the member and shown with their certificates."
        data-autofocus={proposal === '' || undefined}
      />
      <FormActions
        className="danger"
        pendingLabel="Refusing…"
        disabled={isOutdated}
        data-autofocus={proposal !== '' || undefined}
        cancelClass="ghost"
        cancelLabel="Back"
        onCancel={onBack}
      >
        Refuse certificate
      </FormActions>
    </Form>
  );
}
