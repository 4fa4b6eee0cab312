import type { ReactNode } from 'react';
import { Link } from 'wouter';
import '#web/features/accounts/account/preferences.css';
import type { User } from '#schema/accounts/user.ts';
import { DataDownload } from '#web/features/accounts/account/DataDownload.tsx';
import { DeleteAccount } from '#web/features/accounts/account/DeleteAccount.tsx';
import { MailChoices } from '#web/features/accounts/account/MailChoices.tsx';
import { PlaceChoice } from '#web/features/accounts/account/PlaceChoice.tsx';
import { usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { SignOutEverywhere } from '#web/features/accounts/account/security/SignOutEverywhere.tsx';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface PreferencesTabProps {
  user: User;
  moreMails: ReactNode;
}

export function PreferencesTab({ user, moreMails }: PreferencesTabProps) {
  return (
    <Loaded query={usePreferences()} subject="Your preferences" lines={6}>
      {(preferences) => (
        <div className="stack gap-6 preferences">
          <section aria-labelledby="mail-choices">
            <h2 id="mail-choices">Emails</h2>
            <MailChoices preferences={preferences} />
            {moreMails}
          </section>
          <section aria-labelledby="place-choice">
            <h2 id="place-choice">Location</h2>
            <PlaceChoice memberId={user.id} />
          </section>
          <section aria-labelledby="data-download">
            <h2 id="data-download">Your data</h2>
            <DataDownload />
          </section>
          <section aria-labelledby="devices">
            <h2 id="devices">Your devices</h2>
            <p>
              Lost a device?{' '}
              <Link href={paths.account('security')} replace>
                See where you’re signed in
              </Link>
              , or sign out everywhere.
            </p>
            <SignOutEverywhere />
          </section>
          <section aria-labelledby="delete-account">
            <h2 id="delete-account">Delete your account</h2>
            <DeleteAccount user={user} preferences={preferences} />
          </section>
        </div>
      )}
    </Loaded>
  );
}
