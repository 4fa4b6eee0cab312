import { type ReactNode, useId } from 'react';

export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
}

export interface FieldWiring {
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
  const wiring: FieldWiring = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined };
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
  return { wiring, notes };
}

interface FieldFrameProps extends FieldText {
  id: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}

export function FieldFrame({ label, hint, error, optional, id: customId, children }: FieldFrameProps) {
  const { wiring, notes } = useFieldNotes(customId, { hint, error });
  return (
    <div className="field">
      <label htmlFor={wiring.id}>
        {label}
        {optional && ' '}
        {optional && <span className="field-optional">(optional)</span>}
      </label>
      {children(wiring)}
      {notes}
    </div>
  );
}
