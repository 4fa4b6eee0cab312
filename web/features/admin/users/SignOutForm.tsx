import { type FormEvent, useState } from 'react';
import { Alert } from '#web/components/Alert.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import type { UserFormProps } from '#web/features/admin/users/UserTaskDialog.tsx';
import { userName } from '#web/features/admin/users/user-name.ts';
import { signOutEverywhere } from '#web/features/admin/users/users-api.ts';
import { errorText } from '#web/lib/api.ts';

/** Asks before a member is signed out on all their devices. */
export function SignOutForm({ details: { profile }, onDone }: UserFormProps) {
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    setPending(true);
    try {
      await signOutEverywhere(profile.id);
      toast({ title: 'Signed out', description: `${userName(profile)} is signed out everywhere.`, tone: 'success' });
      onDone();
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
      setPending(false);
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void submit(event)} aria-label="Sign out everywhere">
      <p>
        <strong>{userName(profile)}</strong> is signed out on every device at once, and has to sign in again.
      </p>
      {failure !== undefined && (
        <Alert tone="error" title="Nobody was signed out">
          {failure}
        </Alert>
      )}
      <div className="cluster">
        <SubmitButton pending={isPending} pendingLabel="Signing out…" data-autofocus>
          Sign out everywhere
        </SubmitButton>
        <button type="button" className="secondary" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
