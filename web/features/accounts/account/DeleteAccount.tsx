import { useState } from 'react';
import { deletionWord, type Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { accountErasedWithinSeconds, accountErasureAfterSeconds, secondsPerDay } from '#schema/rules.ts';
import { DeleteAccountForm } from '#web/features/accounts/account/DeleteAccountForm.tsx';
import { SignInAgain } from '#web/features/accounts/account/security/SignInAgain.tsx';
import { paths } from '#web/lib/paths.ts';
import { now } from '#web/lib/react/now.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface DeleteAccountProps {
  user: User;
  preferences: Preferences;
}

const daysToErasure = accountErasureAfterSeconds / secondsPerDay;
const daysAtMost = accountErasedWithinSeconds / secondsPerDay;

export function DeleteAccount({ user, preferences }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  const keep = () => setIsOpen(false);
  return (
    <>
      <p>
        You are signed out at once. Your personal data is erased {daysToErasure} days later, after {daysAtMost} days at the latest.
      </p>
      <button type="button" className="danger" onClick={() => setIsOpen(true)}>
        Delete my account
      </button>
      <Dialog open={isOpen} onClose={keep} title="Delete your account?">
        <div className="stack">
          <Consequences user={user} />
          {preferences.hasPassword || isFresh(preferences) ? (
            <DeleteAccountForm asksForPassword={preferences.hasPassword} onKeep={keep} />
          ) : (
            <SignInFirst onKeep={keep} />
          )}
        </div>
      </Dialog>
    </>
  );
}

const isFresh = ({ freshUntil }: Preferences) => Date.parse(freshUntil) > now();

function Consequences({ user }: { user: User }) {
  return (
    <>
      <p>
        <strong>This cannot be undone.</strong> Download your data first if you want to keep it.
      </p>
      <ul className="stack gap-2 deletion-consequences">
        <li>You are signed out on every device and cannot sign in any more.</li>
        {user.role !== 'free' && <li>Your membership ends now. The rest of its year is not paid back.</li>}
        <li>Your Treasure Tokens, certificates you have not activated and earnings that were not paid out yet are given up.</li>
        <li>Cards you have placed stay out there for others, without your name. Cards you have not placed stop working.</li>
        <li>Your email address can be registered again only once your data is erased.</li>
        <li>What was paid and earned stays in our books, without your name.</li>
      </ul>
    </>
  );
}

/** Accounts without a password confirm deletion by a fresh sign-in. */
function SignInFirst({ onKeep }: { onKeep: () => void }) {
  return (
    <>
      <p>To make sure that it is you, please sign in again. You come back here afterwards and type {deletionWord}.</p>
      <div className="cluster">
        <SignInAgain returnTo={paths.account('preferences')} />
        <button type="button" className="secondary" onClick={onKeep}>
          Keep my account
        </button>
      </div>
    </>
  );
}
