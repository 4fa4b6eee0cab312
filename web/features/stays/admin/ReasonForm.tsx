import {
  type AdminStayDetails,
  ConfirmBookingForm,
  RecordNoShowForm,
  SettleComplaintForm,
  WithdrawOfferForm,
} from '#schema/stays/admin-stays.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { readStay, type StayChange, sendChange } from '#web/features/stays/admin/admin-stays-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

const audited = { reason: 'Why?', hint: 'Saved in the audit log.' };
const forms = {
  withdraw: {
    ...audited,
    label: 'Withdraw the offer',
    explanation: 'We’ll email the member that this stay is no longer available. It won’t count as a declined offer.',
    schema: WithdrawOfferForm,
    pending: 'Withdrawing…',
    done: 'Offer withdrawn',
    failed: 'Couldn’t withdraw the offer',
  },
  'confirm-booking': {
    ...audited,
    label: 'Confirm the booking',
    explanation: 'Choose this if the hotel has the booking. We’ll no longer ask the travel provider about it.',
    schema: ConfirmBookingForm,
    pending: 'Saving…',
    done: 'Booking confirmed',
    failed: 'Couldn’t confirm the booking',
  },
  'no-show': {
    ...audited,
    label: 'Record a no-show',
    explanation: 'This ends the stay without returning tokens. We’ll email the member, who can still tell us what happened.',
    schema: RecordNoShowForm,
    pending: 'Saving…',
    done: 'No-show recorded',
    failed: 'Couldn’t record the no-show',
  },
  settle: {
    reason: 'What we agreed (shown to the member)',
    hint: 'We email this to the member and save it in the audit log.',
    label: 'Settle the complaint',
    explanation: 'This emails the member and removes the stay from the to-do list. Their tokens aren’t returned.',
    schema: SettleComplaintForm,
    pending: 'Saving…',
    done: 'Complaint settled',
    failed: 'Couldn’t settle the complaint',
  },
};
export type ReasonStep = keyof typeof forms;

/** Form for a change to a stay that requires only a reason. */
export function ReasonForm({ stay, step, onDone }: { stay: AdminStayDetails; step: ReasonStep; onDone: () => void }) {
  const { base, refreshIfStale } = useVersioned(stay, () => readStay(stay.id));
  const { label, explanation, schema, reason: reasonLabel, hint, pending, done, failed } = forms[step];
  const offer = stay.offers.find(({ status }) => status === 'open' || status === 'accepted');
  const change: StayChange = step === 'withdraw' ? `offers/${offer?.id ?? 0}/withdraw` : step;
  return (
    <Form
      label={label}
      className="stack"
      schema={schema}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await sendChange(stay.id, change, { reason, version: base.version });
        showToast({ tone: 'success', title: done });
        onDone();
      }}
      failed={failed}
      onFailure={refreshIfStale}
    >
      <p>{explanation}</p>
      <FormTextArea label={reasonLabel} name="reason" hint={hint} rows={3} />
      <FormActions
        className={step === 'settle' || step === 'confirm-booking' ? undefined : 'danger'}
        pendingLabel={pending}
        onCancel={onDone}
        cancelLabel="Back"
      >
        {label}
      </FormActions>
    </Form>
  );
}
