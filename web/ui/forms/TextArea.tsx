import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText } from '#web/ui/forms/FieldFrame.tsx';

type TextAreaProps = FieldText & ComponentProps<'textarea'>;

export function TextArea({ label, hint, error, optional, id, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional ?? false} id={id}>
      {(inputProps) => <textarea rows={4} {...textarea} {...inputProps} />}
    </FieldFrame>
  );
}
