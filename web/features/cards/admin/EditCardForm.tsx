import { type AdminCardDetails, EditCardForm as EditCardFields } from '#schema/cards/admin-cards.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { editCard } from '#web/features/cards/admin/cards-api.ts';
import { useLatestCard } from '#web/features/cards/admin/use-latest-card.tsx';
import { CoordinateFields } from '#web/features/finding/map/CoordinateFields.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface EditCardFormProps {
  card: AdminCardDetails['card'];
  onDone: () => void;
}

/** Saves with the version of the card that the form was opened with, so that concurrent changes are not overwritten. */
export function EditCardForm({ card: current, onDone }: EditCardFormProps) {
  const isSuperAdmin = useIsSuperAdmin();
  const { card, form } = useLatestCard(current, toFormValues);
  return (
    <Form
      {...form}
      label="Edit card"
      className="stack"
      schema={EditCardFields}
      send={async (edit) => {
        await editCard(card.cardId, { version: card.version, ...edit });
        showToast({ title: 'Card saved', description: `${card.cardId} was updated.`, tone: 'success' });
        onDone();
      }}
    >
      {({ setValue }) => (
        <>
          <FormField label="Location" name="location" optional data-autofocus />
          <FormTextArea label="Description" name="description" optional />
          <CoordinateFields
            optional
            onPlace={({ latitude, longitude }) => {
              setValue('latitude', latitude, { shouldDirty: true, shouldValidate: true });
              setValue('longitude', longitude, { shouldDirty: true, shouldValidate: true });
            }}
          />
          {card.isTest ? (
            <p className="muted">Test cards have no owner.</p>
          ) : !isSuperAdmin ? (
            <Field
              label="Owner’s email"
              value={card.userInfo?.email ?? ''}
              disabled
              hint="Only a super administrator can change it. A member can claim the card."
            />
          ) : (
            <FormField
              label="Owner’s email"
              name="ownerEmail"
              optional
              type="email"
              autoComplete="off"
              hint="A new owner gets the card without location and description. Leave empty for no owner."
            />
          )}
          <FormActions pendingLabel="Saving…" requiresChange cancelClass="ghost" onCancel={onDone}>
            Save
          </FormActions>
        </>
      )}
    </Form>
  );
}

function toFormValues({ location, description, latitude, longitude, userInfo }: AdminCardDetails['card']) {
  return { location: location ?? '', description: description ?? '', latitude, longitude, ownerEmail: userInfo?.email ?? '' };
}
