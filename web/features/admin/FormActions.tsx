import type { ComponentProps } from 'react';
import { SubmitButton } from '#web/components/SubmitButton.tsx';

interface FormActionsProps extends ComponentProps<typeof SubmitButton> {
  onCancel: () => void;
  cancelLabel?: string;
}

/** What sends a dialog's form, and the way out of it, which is shut while it is being sent. */
export function FormActions({ onCancel, cancelLabel = 'Cancel', ...submit }: FormActionsProps) {
  return (
    <div className="cluster">
      <SubmitButton {...submit} />
      <button type="button" className="secondary" disabled={submit.pending} onClick={onCancel}>
        {cancelLabel}
      </button>
    </div>
  );
}
