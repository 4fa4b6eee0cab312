import { t } from '@lingui/core/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { IdentityProofForm } from '#schema/accounts/identity-proof.ts';
import type { RecentPasskeys } from '#schema/accounts/session.ts';
import { errorText } from '#web/lib/api-error.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

export interface EndSessionsChoice extends RecentPasskeys {
  /** Empty if the member signed in recently. */
  currentPassword: string;
}

interface EndSessionsProps {
  /** Label of the button that opens the dialog. */
  label?: string;
  button?: Omit<ComponentProps<'button'>, 'type' | 'onClick'>;
  /** Label of the dialog's submit button, which is also the dialog's title. */
  action?: string;
  cancelLabel?: string;
  consequence: string;
  /** Whether the dialog offers to keep passkeys added in the last 30 days. */
  asksAboutPasskeys?: boolean;
  /** Inputs that prove the member's identity, if the server requires proof. */
  proof?: ReactNode;
  end: (choice: EndSessionsChoice) => Promise<void>;
  /** Title of the message that is shown if `end` fails. */
  failureTitle?: string;
  /** Returns the message to show if `end` fails. By default, this is the server's message, or `fallback` if there is none. */
  getReason?: (error: unknown, fallback: string) => string;
}

export function EndSessions({ label = t`Sign out everywhere`, button, ...props }: EndSessionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { action = label } = props;
  const close = () => setIsOpen(false);
  return (
    <>
      <button className="secondary" {...button} type="button" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      <Dialog open={isOpen} onClose={close} title={`${action}?`} size="small">
        <Question {...props} action={action} onClose={close} />
      </Dialog>
    </>
  );
}

type QuestionProps = Omit<EndSessionsProps, 'label' | 'button'> & { action: string; onClose: () => void };

function Question({
  action,
  cancelLabel = t`Stay signed in`,
  consequence,
  asksAboutPasskeys = false,
  proof,
  end,
  failureTitle = t`You’re still signed in`,
  getReason = errorText,
  onClose,
}: QuestionProps) {
  const [removesPasskeys, setRemovesPasskeys] = useState(true);
  return (
    <Form
      label={action}
      className="stack"
      schema={IdentityProofForm}
      defaults={{ currentPassword: '' }}
      send={async ({ currentPassword = '' }) => {
        await end({ recentPasskeys: removesPasskeys ? 'remove' : 'keep', currentPassword });
        onClose();
      }}
      failed={(error) => ({ title: failureTitle, text: getReason(error, t`Please try again.`) })}
    >
      <p>{consequence}</p>
      {asksAboutPasskeys && (
        <Checkbox
          label={t`Remove passkeys added in the last 30 days`}
          hint={t`Uncheck this only if you added them yourself.`}
          checked={removesPasskeys}
          onChange={(event) => setRemovesPasskeys(event.target.checked)}
        />
      )}
      {proof}
      <FormActions pendingLabel={t`Signing out…`} onCancel={onClose} cancelLabel={cancelLabel}>
        {action}
      </FormActions>
    </Form>
  );
}
