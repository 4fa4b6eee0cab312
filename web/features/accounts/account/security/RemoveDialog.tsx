import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { IdentityProofForm } from '#schema/accounts/identity-proof.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

interface RemoveDialogProps {
  title: string;
  /** Removes the way to sign in. `currentPassword` is empty if `proof` has no input for it. */
  remove: (currentPassword: string) => Promise<unknown>;
  failed: string;
  onClose: () => void;
  /** Inputs that prove the member's identity, if the server requires proof. */
  proof?: ReactNode;
  children: ReactNode;
}

/** Asks before a way to sign in is removed. */
export function RemoveDialog({ title, remove, failed, onClose, proof, children }: RemoveDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} size="small">
      <Form
        label={title}
        className="stack"
        schema={IdentityProofForm}
        defaults={{ currentPassword: '' }}
        send={async ({ currentPassword = '' }) => {
          await remove(currentPassword);
          onClose();
        }}
        failed={failed}
      >
        {children}
        {proof}
        <FormActions pendingLabel={t`Removing…`} onCancel={onClose}>{t`Remove`}</FormActions>
      </Form>
    </Dialog>
  );
}
