import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { AddPasskeyForm, type Passkey, PasskeyNameRequest } from '#schema/accounts/passkey.ts';
import { RemoveDialog } from '#web/features/accounts/account/security/RemoveDialog.tsx';
import { errorText } from '#web/lib/api-error.ts';
import { date, dateTime } from '#web/lib/format.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

interface PasskeyListProps {
  passkeys: Passkey[];
  rename: (id: number, name: string) => Promise<unknown>;
  remove: (id: number, currentPassword: string) => Promise<unknown>;
  consequence: string;
  /** Inputs that prove the member's identity, if the server requires proof of a removal. */
  proof?: ReactNode;
}

export function PasskeyList({ passkeys, rename, remove, consequence, proof }: PasskeyListProps) {
  const [task, setTask] = useState<{ action: 'rename' | 'remove'; passkey: Passkey } | null>(null);
  const closeTask = () => setTask(null);
  if (passkeys.length === 0) return <p className="muted">{t`No passkeys yet.`}</p>;
  return (
    <>
      <ul className="sessions">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <strong>{passkey.name}</strong>
              <p className="muted small">
                {t`Added ${date(passkey.createdAt)} ·`}{' '}
                {passkey.lastUsedAt ? t`Last used ${dateTime(passkey.lastUsedAt)}` : t`Not used yet`}
              </p>
            </div>
            <div className="cluster">
              <button
                type="button"
                className="secondary button-small"
                aria-label={t`Rename ${passkey.name}`}
                onClick={() => setTask({ action: 'rename', passkey })}
              >
                {t`Rename`}
              </button>
              <button
                type="button"
                className="secondary button-small"
                aria-label={t`Remove ${passkey.name}`}
                onClick={() => setTask({ action: 'remove', passkey })}
              >
                {t`Remove`}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <Dialog open={task?.action === 'rename'} onClose={closeTask} title={t`Rename passkey`} size="small">
        {task && (
          <Form
            label={t`Rename passkey`}
            className="stack"
            schema={PasskeyNameRequest}
            defaults={{ name: task.passkey.name }}
            send={async ({ name }) => {
              await rename(task.passkey.id, name);
              closeTask();
            }}
            failed={t`Couldn’t rename the passkey`}
          >
            <FormField label={t({ message: 'Name', context: 'of a passkey' })} name="name" autoComplete="off" data-autofocus />
            <FormActions pendingLabel={t`Saving…`} onCancel={closeTask}>{t`Save`}</FormActions>
          </Form>
        )}
      </Dialog>
      {task?.action === 'remove' && (
        <RemoveDialog
          title={t`Remove passkey?`}
          remove={(currentPassword) => remove(task.passkey.id, currentPassword)}
          failed={t`Couldn’t remove the passkey`}
          onClose={closeTask}
          proof={proof}
        >
          <p>
            <strong>{task.passkey.name}</strong>: {consequence} {t`Your device may still offer it until you delete it there, too.`}
          </p>
        </RemoveDialog>
      )}
    </>
  );
}

interface AddPasskeyProps {
  add: (values: { name: string; currentPassword?: string | undefined }) => Promise<unknown>;
  /** Inputs that prove the member's identity, if the server requires proof. */
  children?: ReactNode;
}

export function AddPasskey({ add, children }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="cluster">
      <button type="button" className="secondary" onClick={() => setOpen(true)}>{t`Add a passkey`}</button>
      <Dialog open={isOpen} onClose={close} title={t`Add a passkey`} size="small">
        <Form
          label={t`Add a passkey`}
          className="stack"
          schema={AddPasskeyForm}
          defaults={{ name: t`This device`, currentPassword: '' }}
          send={async (values) => {
            await add(values);
            close();
          }}
          failed={async (error) => ({ title: t`Couldn’t add the passkey`, text: await failureText(error) })}
        >
          <p>{t`Your device will ask for your fingerprint, face or PIN.`}</p>
          <FormField
            label={t({ message: 'Name', context: 'of a passkey' })}
            name="name"
            autoComplete="off"
            hint={t`So you can recognize it later`}
            data-autofocus
          />
          {children}
          <FormActions pendingLabel={t`Waiting for your device…`} onCancel={close}>{t`Continue`}</FormActions>
        </Form>
      </Dialog>
    </div>
  );
}

async function failureText(error: unknown): Promise<string> {
  const { passkeyErrorText } = await importWithRetry(() => import('#web/lib/passkeys.ts'));
  return passkeyErrorText(error) ?? errorText(error, t`Please try again.`);
}
