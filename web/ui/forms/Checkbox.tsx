import type { ComponentProps, ReactNode } from 'react';
import { useFieldNotes } from '#web/ui/forms/FieldFrame.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

export function Checkbox({ label, hint, error, id, ...input }: CheckboxProps) {
  const { inputProps, notes } = useFieldNotes(id, { hint, error });
  return (
    <div className="field">
      <label className="checkbox" htmlFor={inputProps.id}>
        <input {...input} {...inputProps} type="checkbox" />
        <span>{label}</span>
      </label>
      {notes}
    </div>
  );
}
