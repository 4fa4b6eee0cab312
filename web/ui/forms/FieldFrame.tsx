import { type ReactNode, useId } from 'react';

export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Marks the label with "(optional)". */
  optional?: boolean;
}

/** What ties an input to its label, hint and error. */
export interface FieldWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Ties an input to its hint and error, and shows these. */
export function useFieldNotes(
  givenId: string | undefined,
  { hint, error, errorRole }: Pick<FieldText, 'hint' | 'error'> & { errorRole?: 'alert' },
) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  const wiring: FieldWiring = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined };
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

/** Label, input, hint and error of one field, in that order. */
export function FieldFrame({ label, hint, error, optional, id: givenId, children }: FieldFrameProps) {
  const { wiring, notes } = useFieldNotes(givenId, { hint, error });
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
