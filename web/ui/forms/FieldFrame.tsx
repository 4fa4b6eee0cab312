import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';

export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
}

export interface FieldInputProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function useFieldNotes(
  customId: string | undefined,
  { hint, error, errorRole }: Pick<FieldText, 'hint' | 'error'> & { errorRole?: 'alert' },
) {
  const generatedId = useId();
  const id = customId ?? generatedId;
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  const inputProps: FieldInputProps = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined };
  const notes = (
    <>
      {error && (
        <p id={`${id}-error`} className="field-error" role={errorRole}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </>
  );
  return { inputProps, notes };
}

interface FieldFrameProps extends FieldText {
  id: string | undefined;
  children: (inputProps: FieldInputProps) => ReactNode;
}

export function FieldFrame({ label, hint, error, optional, id: customId, children }: FieldFrameProps) {
  const { inputProps, notes } = useFieldNotes(customId, { hint, error });
  return (
    <div className="field">
      <label htmlFor={inputProps.id}>
        {label}
        {optional && ' '}
        {optional && <span className="field-optional">{t`(optional)`}</span>}
      </label>
      {children(inputProps)}
      {notes}
    </div>
  );
}
