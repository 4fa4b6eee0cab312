import { useState } from 'react';
import { ViewRequest } from '#schema/accounts/admin-users.ts';
import { viewingTtlSeconds } from '#schema/rules.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { viewAsUser } from '#web/features/accounts/admin/users-api.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

/** Shows a link to the member's account instead of opening a tab, which the browser might block. */
export function ViewForm({ details: { profile }, onDone }: UserFormProps) {
  const [address, setAddress] = useState<string>();
  const link = useFocusOnMount<HTMLAnchorElement>(address !== undefined);
  const name = userName(profile);
  if (address !== undefined) {
    return (
      <div className="stack">
        <p>Opens in a new tab for {viewingTtlSeconds / 60} minutes, or until you log out here. Choose “Leave” at the top to return.</p>
        <div className="cluster">
          <a className="button" href={address} target="_blank" rel="noopener noreferrer" onClick={() => setTimeout(onDone)} ref={link}>
            Open {name}’s account
          </a>
          <button type="button" className="secondary" onClick={onDone}>
            Cancel
          </button>
        </div>
      </div>
    );
  }
  return (
    <Form
      label="View as member"
      className="stack"
      schema={ViewRequest}
      defaults={{ reason: '' }}
      send={async ({ reason }) => setAddress(await viewAsUser(profile.id, reason))}
      failed="Couldn’t open the account"
    >
      <p>
        A read-only view of <strong>{name}</strong>’s dashboard, cards, earnings, certificates and messages. Card codes, sessions, downloads
        and the payout address stay hidden.
      </p>
      <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." data-autofocus />
      <FormActions pendingLabel="Opening…" onCancel={onDone}>
        Continue
      </FormActions>
    </Form>
  );
}
