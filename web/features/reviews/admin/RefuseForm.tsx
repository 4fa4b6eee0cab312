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

/** Cancels the certificate and returns its tokens. */
export function RefuseForm({ review, isOutdated, proposal, onDone, onBack }: RefuseFormProps) {
  const tokens = tokensLabel(review.tokensRedeemed);
  return (
    <Form
      label="Refuse certificate"
      className="stack"
      schema={RefuseReviewForm}
      defaults={{ reason: proposal }}
      send={async ({ reason }) => {
        const decided = await refuseReview(review, reason);
        showToast({ title: 'Certificate refused', description: `${tokens} went back to ${review.user.email}.`, tone: 'success' });
        onDone(decided);
      }}
      failed="The certificate was not refused"
      isFailureOver={isOutdated}
    >
      <p>The certificate is cancelled, {tokens} go back to the member, and the reason is mailed to them. This cannot be undone.</p>
      <FormTextArea
        label="Reason"
        name="reason"
        rows={4}
        hint="The member reads it in a mail and with their certificates."
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
