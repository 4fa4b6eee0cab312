import { type AdminCard, CardStatusForm as CardStatusFields } from '#schema/cards/admin-cards.ts';
import { showBulkOutcome } from '#web/features/admin/lists/bulk.ts';
import { setCardStatuses } from '#web/features/cards/admin/cards-api.ts';
import { cardStatuses } from '#web/features/cards/admin/status/card-statuses.ts';
import { StatusChoices } from '#web/features/cards/admin/status/StatusChoices.tsx';
import { plural } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

export function CardsStatusDialog({ cards, onDone, onClose }: { cards: AdminCard[]; onDone: () => void; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Status of ${plural(cards.length, 'card')}`} size="medium">
      <Form
        label="Change status"
        className="stack"
        schema={CardStatusFields}
        defaults={{ reason: '' }}
        send={async (change) => {
          showBulkOutcome(
            await setCardStatuses(cards, change),
            (count) => `${plural(count, 'card')} set to ${cardStatuses[change.status].label.toLowerCase()}`,
          );
          onDone();
        }}
        failed="Couldn’t change the status"
      >
        {({ register, formState: { errors } }) => (
          <>
            <StatusChoices radio={register('status')} error={errors.status?.message} />
            <FormActions pendingLabel="Changing…" cancelClass="ghost" onCancel={onClose}>
              Change status
            </FormActions>
          </>
        )}
      </Form>
    </Dialog>
  );
}
