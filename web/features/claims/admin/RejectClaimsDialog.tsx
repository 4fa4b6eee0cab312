import { type AdminClaim, ClaimDecisionForm } from '#schema/claims/admin-claims.ts';
import { showBulkOutcome } from '#web/features/admin/lists/bulk.ts';
import { rejectClaims } from '#web/features/claims/admin/claims-api.ts';
import { plural } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

export function RejectClaimsDialog({ claims, onDone, onClose }: { claims: AdminClaim[]; onDone: () => void; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Reject ${plural(claims.length, 'claim')}`} size="medium">
      <Form
        label="Reject claims"
        className="stack"
        schema={ClaimDecisionForm}
        defaults={{ comment: '' }}
        send={async ({ comment }) => {
          showBulkOutcome(await rejectClaims(claims, comment), (count) => `${plural(count, 'claim')} rejected`);
          onDone();
        }}
        failed="The claims were not rejected"
      >
        <p>The cards won’t change. Each claimant gets an email and can claim again with different proof.</p>
        <FormTextArea
          label="Comment"
          name="comment"
          optional
          data-autofocus
          hint="Each claimant sees it in the email and in their list of claims"
        />
        <FormActions pendingLabel="Rejecting…" onCancel={onClose} className="danger">
          {`Reject ${plural(claims.length, 'claim')}`}
        </FormActions>
      </Form>
    </Dialog>
  );
}
