import { type AdminStayDetails, WithdrawOfferForm } from '#schema/stays/admin-stays.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { readStay, withdrawOffer } from '#web/features/stays/admin/admin-stays-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

export function WithdrawForm({ stay, onDone }: { stay: AdminStayDetails; onDone: () => void }) {
  const { base, refreshIfStale } = useVersioned(stay, () => readStay(stay.id));
  const offer = stay.offers.find(({ status }) => status === 'open' || status === 'accepted');
  if (!offer) return null;
  return (
    <Form
      label="Withdraw the offer"
      className="stack"
      schema={WithdrawOfferForm}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await withdrawOffer(stay.id, offer.id, { reason, version: base.version });
        showToast({ tone: 'success', title: 'Offer withdrawn', description: 'The stay waits for another offer.' });
        onDone();
      }}
      failed="Couldn’t withdraw the offer"
      onFailure={refreshIfStale}
    >
      <p>We’ll email the member that this place is no longer available. It doesn’t count as an offer they declined.</p>
      <FormTextArea label="Why?" name="reason" hint="Saved in the audit log." rows={2} />
      <FormActions className="danger" pendingLabel="Withdrawing…" onCancel={onDone} cancelLabel="Back">
        Withdraw the offer
      </FormActions>
    </Form>
  );
}
