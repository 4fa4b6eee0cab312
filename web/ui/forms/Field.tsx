import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText } from '#web/ui/forms/FieldFrame.tsx';

type FieldProps = FieldText & ComponentProps<'input'>;

export function Field({ label, hint, error, optional, id, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional ?? false} id={id}>
      {(inputProps) => <input type="text" {...input} {...inputProps} />}
    </FieldFrame>
  );
}
