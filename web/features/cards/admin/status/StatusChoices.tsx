import type { UseFormRegisterReturn } from 'react-hook-form';
import { cardStatuses } from '#web/features/cards/admin/status/card-statuses.ts';
import { FormField } from '#web/ui/forms/form-inputs.tsx';

const choices = [
  { status: 'ordered', means: 'Not placed yet: its next scan, or its owner, makes it active.' },
  { status: 'active', means: 'Out there to be found. Open reports that it is missing are settled.' },
  { status: 'missing', means: 'Members were not able to find it. A scan makes it active again.' },
  { status: 'disabled', means: 'Found nowhere: not by scan, link or list, until it is set to another status.' },
] as const;

interface StatusChoicesProps {
  radio: UseFormRegisterReturn;
  error: string | undefined;
}

export function StatusChoices({ radio, error }: StatusChoicesProps) {
  return (
    <>
      <fieldset className="stack gap-2 status-choices">
        <legend className="visually-hidden">New status</legend>
        {choices.map(({ status, means }) => (
          <label key={status}>
            <input type="radio" value={status} {...radio} />
            <span>
              {cardStatuses[status].word}
              <small>{means}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {error && <p className="field-error">{error}</p>}
      <FormField label="Reason" name="reason" optional hint="Kept in the audit log" />
    </>
  );
}
