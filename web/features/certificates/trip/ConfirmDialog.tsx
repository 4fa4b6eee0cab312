import type { ReactNode } from 'react';
import { IdentityProofForm } from '#schema/accounts/identity-proof.ts';
import { ProofOfIdentity, type ProofSubject } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { tripFailure } from '#web/features/certificates/trip/trip-api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Label of the button that confirms. */
  action: string;
  pendingLabel: string;
  cancelLabel: string;
  /** Title of the error message if the change fails. */
  failed: string;
  className?: string;
  /** The action that needs proof of identity. */
  subject: ProofSubject;
  send: (currentPassword: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog({
  title,
  action,
  pendingLabel,
  cancelLabel,
  failed,
  className = '',
  subject,
  send,
  onClose,
  children,
}: ConfirmDialogProps) {
  const report = tripFailure(failed);
  const { user } = useUser();
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        label={title}
        className="stack"
        schema={IdentityProofForm}
        defaults={{ currentPassword: '' }}
        send={async ({ currentPassword = '' }) => {
          await send(currentPassword);
          onClose();
        }}
        failed={(error) => {
          const failure = report(error);
          if (!failure) onClose();
          return failure;
        }}
      >
        {children}
        {user && <ProofOfIdentity user={user} subject={subject} />}
        <FormActions className={className} pendingLabel={pendingLabel} onCancel={onClose} cancelLabel={cancelLabel}>
          {action}
        </FormActions>
      </Form>
    </Dialog>
  );
}
