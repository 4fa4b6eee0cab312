import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { storedText } from '#web/lib/words/stored-text.ts';
import '#web/features/accounts/account/security/session-list.css';
import type { SignIn, SignInMethod } from '#schema/accounts/sign-in-log.ts';
import { providerNames } from '#schema/accounts/social-providers.ts';
import { countryName } from '#web/features/accounts/account/country-name.ts';
import { useSignIns } from '#web/features/accounts/account/security/passkeys-api.ts';
import { dateTime } from '#web/lib/format.ts';
import { joinItems } from '#web/lib/words/join-texts.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const signInMethodLabels = (): Record<SignInMethod, string> => ({
  password: t`with a password`,
  passkey: t`with a passkey`,
  registration: t`at registration`,
  google: t`with ${providerNames.google}`,
  facebook: t`with ${providerNames.facebook}`,
  apple: t`with ${providerNames.apple}`,
});

const shownSignIns = 5;

export function RecentSignIns() {
  const query = useSignIns();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <section className="stack session-list" aria-labelledby="sign-ins-title">
      <h2 id="sign-ins-title">{t`Recent sign-ins`}</h2>
      <p className="muted">{t`The last 90 days. If one wasn’t you, change your password and sign out everywhere.`}</p>
      <Loaded query={query} subject={t`Your recent sign-ins`}>
        {(signIns) => (
          <>
            <ul className="sessions">
              {(showsAll ? signIns : signIns.slice(0, shownSignIns)).map((signIn) => (
                <SignInEntry key={signIn.id} signIn={signIn} />
              ))}
            </ul>
            {!showsAll && signIns.length > shownSignIns && (
              <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
                {t`Show all ${signIns.length}`}
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function SignInEntry({ signIn: { outcome, way, at, device, country, count } }: { signIn: SignIn }) {
  return (
    <li>
      <div>
        <strong>{joinItems([storedText(device), signInMethodLabels()[way]])}</strong>
        {outcome !== 'opened' && (
          <Badge tone="red">
            {outcome === 'failed' ? t`Failed` : t`Blocked`}
            {count > 1 && <> {t`${count} times`}</>}
          </Badge>
        )}
        {outcome === 'opened' && count > 1 && <Badge tone="grey">{t`${count} times`}</Badge>}
        <p className="muted small">{country ? `${countryName(country)} · ${dateTime(at)}` : dateTime(at)}</p>
      </div>
    </li>
  );
}
