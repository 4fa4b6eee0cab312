import { Link } from 'wouter';
import '#web/features/account/preferences.css';
import type { User } from '#schema/user.ts';
import { SignOutEverywhere } from '#web/components/account-forms/SignOutEverywhere.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { DataDownload } from '#web/features/account/DataDownload.tsx';
import { DeleteAccount } from '#web/features/account/DeleteAccount.tsx';
import { MailChoices } from '#web/features/account/MailChoices.tsx';
import { usePreferences } from '#web/features/account/preferences-api.ts';
import { errorText } from '#web/lib/api.ts';
import { paths } from '#web/paths.ts';

/** E-mail choices, and the member's own data: downloading it, ending sessions, deleting the account. */
export function PreferencesTab({ user }: { user: User }) {
  const { data, error, mutate } = usePreferences();
  if (!data) {
    if (error) {
      return (
        <ErrorState
          title="Your preferences could not be loaded"
          message={errorText(error, 'Please try again.')}
          onRetry={() => void mutate()}
        />
      );
    }
    return (
      <div role="status">
        <span className="visually-hidden">Loading your preferences…</span>
        <Skeleton lines={6} />
      </div>
    );
  }
  return (
    <div className="preferences">
      <section aria-labelledby="mail-choices">
        <h2 id="mail-choices">Emails</h2>
        <MailChoices preferences={data} />
      </section>
      <section aria-labelledby="data-download">
        <h2 id="data-download">Your data</h2>
        <DataDownload />
      </section>
      <section aria-labelledby="devices">
        <h2 id="devices">Your devices</h2>
        <p>
          Lost a phone, or used someone else’s computer? End every session at once, or{' '}
          <Link href={paths.account('security')} replace>
            see where you are signed in
          </Link>{' '}
          and end one.
        </p>
        <SignOutEverywhere />
      </section>
      <section aria-labelledby="delete-account">
        <h2 id="delete-account">Delete your account</h2>
        <DeleteAccount user={user} preferences={data} />
      </section>
    </div>
  );
}
