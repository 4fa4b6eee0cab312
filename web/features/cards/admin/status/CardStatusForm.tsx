import { type AdminCardDetails, CardStatusForm as CardStatusFields } from '#schema/cards/admin-cards.ts';
import { setCardStatus } from '#web/features/cards/admin/cards-api.ts';
import { AdminCardStatus } from '#web/features/cards/admin/status/AdminCardStatus.tsx';
import { StatusChoices } from '#web/features/cards/admin/status/StatusChoices.tsx';
import { useLatestCard } from '#web/features/cards/admin/use-latest-card.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

export function CardStatusForm({ card: current, onDone }: { card: AdminCardDetails['card']; onDone: () => void }) {
  const { card, form } = useLatestCard(current, ({ status }) => ({ status, reason: '' }));
  return (
    <Form
      {...form}
      label="Change status"
      className="stack"
      schema={CardStatusFields}
      send={async ({ status, reason }) => {
        await setCardStatus(card.cardId, { version: card.version, status, reason });
        showToast({ title: 'Status changed', description: `${card.cardId} is now ${status}.`, tone: 'success' });
        onDone();
      }}
    >
      {({ register, formState: { errors } }) => (
        <>
          <p>
            Current status: <AdminCardStatus status={card.status} />
          </p>
          <StatusChoices radio={register('status')} error={errors.status?.message} />
          <FormActions pendingLabel="Changing…" requiresChange="status" cancelClass="ghost" onCancel={onDone}>
            Change status
          </FormActions>
        </>
      )}
    </Form>
  );
}
