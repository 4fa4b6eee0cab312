import { SettleEventForm, type WaitingEvent } from '#schema/admin/system.ts';
import { getEventAmount, getObjectId } from '#web/features/admin/system/event-labels.ts';
import { settleEvent } from '#web/features/admin/system/system-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

/**
 * Stops retrying an event. The administrator's reason is stored in the audit log because nothing else in our data records what was done in
 * Stripe.
 */
export function SettleEventDialog({ event, title, onClose }: { event: WaitingEvent; title: string; onClose: () => void }) {
  const member = event.member ? (event.member.name ?? event.member.email) : 'an unknown member';
  return (
    <Dialog open onClose={onClose} title={title} size="small">
      <Form
        label="Mark as resolved"
        className="stack"
        schema={SettleEventForm}
        defaults={{ reason: '' }}
        send={async ({ reason }) => {
          await settleEvent(event.id, reason);
          showToast({ title: 'Marked as resolved', tone: 'success' });
          onClose();
        }}
        failed="Couldn’t mark the event as resolved"
      >
        <p>
          {getObjectId(event)} of <strong>{member}</strong>, {getEventAmount(event)}, won’t be retried. Nothing changes in their account.
        </p>
        <FormTextArea label="How did you resolve it?" name="reason" hint="For the audit log." rows={3} data-autofocus />
        <FormActions pendingLabel="Marking…" onCancel={onClose}>
          Mark as resolved
        </FormActions>
      </Form>
    </Dialog>
  );
}
