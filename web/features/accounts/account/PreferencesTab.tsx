import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import '#web/features/accounts/account/preferences.css';
import type { User } from '#schema/accounts/user.ts';
import { DataDownload } from '#web/features/accounts/account/DataDownload.tsx';
import { DeleteAccount } from '#web/features/accounts/account/DeleteAccount.tsx';
import { DistanceChoice } from '#web/features/accounts/account/DistanceChoice.tsx';
import { LanguageChoice } from '#web/features/accounts/account/LanguageChoice.tsx';
import { PlaceChoice } from '#web/features/accounts/account/PlaceChoice.tsx';
import { usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { paths } from '#web/lib/paths.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface PreferencesTabProps {
  user: User;
  /** Emails and push notifications by topic. */
  notifications: ReactNode;
  /** Place around which new cards are announced. */
  newCards: ReactNode;
}

export function PreferencesTab({ user, notifications, newCards }: PreferencesTabProps) {
  return (
    <Loaded query={usePreferences()} subject={t`Your preferences`} blocks={['34rem', '11rem', '13rem', '12rem', '12rem', '11rem', '11rem']}>
      {(preferences) => (
        <div className="stack preferences">
          <Topic id="notifications" title={t`Notifications`}>
            {notifications}
          </Topic>
          <Topic id="new-cards" title={t`New cards near me`}>
            {newCards}
          </Topic>
          {preferences.languages.length > 1 && (
            <Topic isFolded id="language" title={t`Language`}>
              <LanguageChoice preferences={preferences} />
            </Topic>
          )}
          <Topic isFolded id="distances" title={t`Units`}>
            <DistanceChoice />
          </Topic>
          <Topic isFolded id="place-choice" title={t({ message: 'Location', context: 'of this device' })}>
            <PlaceChoice memberId={user.id} />
          </Topic>
          <Topic isFolded id="data-download" title={t`Your data`}>
            <DataDownload />
          </Topic>
          <Topic isFolded id="devices" title={t`Your devices`}>
            <p>
              <Trans>
                Lost a device?{' '}
                <Link href={paths.account('security')} replace>
                  See where you’re signed in, and sign out
                </Link>
                .
              </Trans>
            </p>
          </Topic>
          <Topic isFolded id="delete-account" title={t`Delete your account`}>
            <DeleteAccount user={user} preferences={preferences} />
          </Topic>
        </div>
      )}
    </Loaded>
  );
}

interface TopicProps {
  id: string;
  title: string;
  /** Whether a phone shows only the title until the member expands the section. */
  isFolded?: boolean;
  children: ReactNode;
}

/** Settings card for one topic. Each setting is saved individually. */
function Topic({ id, title, isFolded = false, children }: TopicProps) {
  const isNarrow = useMediaQuery('(max-width: 35.99rem)');
  if (isFolded && isNarrow)
    return (
      <details className="sheet topic-fold">
        <summary>
          <h2 id={id}>{title}</h2>
        </summary>
        <div className="topic-choices">{children}</div>
      </details>
    );
  return (
    <section className="sheet topic" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="topic-choices">{children}</div>
    </section>
  );
}
