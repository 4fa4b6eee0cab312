import { type AdminCardDetails, CardStatusForm as CardStatusFields } from '#schema/admin/cards.ts';
import { AdminCardStatus } from '#web/features/admin/cards/AdminCardStatus.tsx';
import { cardStatuses } from '#web/features/admin/cards/card-statuses.ts';
import { setCardStatus } from '#web/features/admin/cards/cards-api.ts';
import { useSeenCard } from '#web/features/admin/cards/use-seen-card.tsx';
import { showToast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/Form.tsx';
import { FormCancel, FormField, FormSubmit } from '#web/ui/form-inputs.tsx';

const choices = [
  { status: 'ordered', means: 'Not placed yet: its next scan, or its owner, makes it active.' },
  { status: 'active', means: 'Out there to be found. Open reports that it is missing are settled.' },
  { status: 'missing', means: 'Members were not able to find it. A scan makes it active again.' },
  { status: 'disabled', means: 'Found nowhere: not by scan, link or list, until it is set to another status.' },
] as const;

interface CardStatusFormProps {
  card: AdminCardDetails['card'];
  onDone: () => void;
}

/** The four statuses with what follows from each. */
export function CardStatusForm({ card: current, onDone }: CardStatusFormProps) {
  const { card, form } = useSeenCard(current, ({ status }) => ({ status, reason: '' }));
  return (
    <Form
      {...form}
      label="Change status"
      className="stack"
      schema={CardStatusFields}
      send={async ({ status, reason }) => {
        await setCardStatus(card.cardId, { version: card.version, status, reason });
        showToast({ title: 'Status changed', description: `${card.cardId} is ${status} now.`, tone: 'success' });
        onDone();
      }}
    >
      {({ register, formState: { errors } }) => (
        <>
          <p>
            Now: <AdminCardStatus status={card.status} />
          </p>
          <fieldset className="stack gap-2 status-choices">
            <legend className="visually-hidden">New status</legend>
            {choices.map(({ status, means }) => (
              <label key={status}>
                <input type="radio" value={status} {...register('status')} />
                <span>
                  {cardStatuses[status].word}
                  <small>{means}</small>
                </span>
              </label>
            ))}
          </fieldset>
          {errors.status?.message && <p className="field-error">{errors.status.message}</p>}
          <FormField label="Reason" name="reason" optional hint="Kept in the audit log" />
          <div className="cluster">
            <FormSubmit pendingLabel="Changing…" needsChange="status">
              Change status
            </FormSubmit>
            <FormCancel className="ghost" onClick={onDone}>
              Cancel
            </FormCancel>
          </div>
        </>
      )}
    </Form>
  );
}
