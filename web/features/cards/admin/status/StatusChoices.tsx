import type { UseFormRegisterReturn } from 'react-hook-form';
import { cardStatuses } from '#web/features/cards/admin/status/card-statuses.ts';
import { FormField } from '#web/ui/forms/form-inputs.tsx';

const choices = [
  { status: 'ordered', means: 'Not placed yet. The next scan or its owner activates it.' },
  { status: 'active', means: 'Can be found and scanned. Closes open missing reports.' },
  { status: 'missing', means: 'Members couldn’t find the card. The next find with its QR code reactivates it.' },
  { status: 'disabled', means: 'Can’t be scanned, opened or listed until you change the status.' },
] as const;

export function StatusChoices({ radio, error }: { radio: UseFormRegisterReturn; error: string | undefined }) {
  return (
    <>
      <fieldset className="stack gap-2 status-choices">
        <legend className="visually-hidden">New status</legend>
        {choices.map(({ status, means }) => (
          <label key={status}>
            <input type="radio" value={status} {...radio} />
            <span>
              {cardStatuses[status].label}
              <small>{means}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {error && <p className="field-error">{error}</p>}
      <FormField label="Reason" name="reason" optional hint="For the audit log" />
    </>
  );
}
