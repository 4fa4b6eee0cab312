import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText } from '#web/ui/forms/FieldFrame.tsx';

type SelectFieldProps = FieldText & ComponentProps<'select'>;

export function SelectField({ label, hint, error, optional, id, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional ?? false} id={id}>
      {(inputProps) => <select {...select} {...inputProps} />}
    </FieldFrame>
  );
}
