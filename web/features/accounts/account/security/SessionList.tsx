import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { storedText } from '#web/lib/words/stored-text.ts';
import '#web/features/accounts/account/security/session-list.css';
import type { MessageResponse } from '#schema/accounts/account.ts';
import type { Session } from '#schema/accounts/session.ts';
import type { User } from '#schema/accounts/user.ts';
import { countryName } from '#web/features/accounts/account/country-name.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { EndSessions, type EndSessionsChoice } from '#web/features/accounts/account/security/EndSessions.tsx';
import { reloadPasskeys } from '#web/features/accounts/account/security/passkeys-api.ts';
import { SignOutEverywhere } from '#web/features/accounts/account/security/SignOutEverywhere.tsx';
import { endOtherSessions, endSession, useSessions } from '#web/features/accounts/account/security/sessions-api.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { dateTime } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const shownSessions = 5;

export function SessionList({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  const { user } = useUser();
  const query = useSessions();
  const [showsAll, setShowsAll] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  async function end(work: () => Promise<MessageResponse>) {
    try {
      showToast({ title: t`Signed out`, description: (await work()).message, tone: 'success' });
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.body?.code === 'session_not_found')) throw failure;
      showToast({ title: t`Couldn’t sign out this device`, description: errorText(failure, t`Please try again.`), tone: 'error' });
    }
    await Promise.all([query.mutate(), reloadPasskeys()]).catch(() => undefined);
    // Moves the focus to the section's title after the dialog has closed because the pressed button may have disappeared.
    setTimeout(() => title.current?.focus());
  }

  return (
    <section className="stack session-list" aria-labelledby="sessions-title">
      <Heading id="sessions-title" ref={title} tabIndex={-1}>{t`Where you’re signed in`}</Heading>
      <Loaded query={query} subject={t`Your sessions`}>
        {(sessions) => (
          <>
            <ul className="sessions">
              {(showsAll ? sessions : sessions.slice(0, shownSessions)).map((session) => (
                <SessionRow key={session.id} session={session} user={user} end={(choice) => end(() => endSession(session.id, choice))} />
              ))}
            </ul>
            {!showsAll && sessions.length > shownSessions && (
              <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
                {t`Show all ${sessions.length}`}
              </button>
            )}
            <div className="cluster">
              {sessions.length > 1 && (
                <EndSessions
                  label={t`Sign out all other devices`}
                  consequence={t`You’ll stay signed in here only. ${cancelsChanges()}`}
                  cancelLabel={t`Cancel`}
                  asksAboutPasskeys
                  proof={user && <ProofOfIdentity user={user} subject="sessions" />}
                  failureTitle={t`Couldn’t sign out your other devices`}
                  end={(choice) => end(() => endOtherSessions(choice))}
                />
              )}
              {user && <SignOutEverywhere user={user} />}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

const cancelsChanges = () => t`Pending changes to your email or PayPal address are canceled.`;

interface SessionRowProps {
  session: Session;
  user: User | null | undefined;
  end: (choice: EndSessionsChoice) => Promise<void>;
}

function SessionRow({ session: { country, lastUsedAt, isCurrent, ...session }, user, end }: SessionRowProps) {
  const device = storedText(session.device);
  const lastUse = isCurrent ? t`Active now` : t`Last active ${dateTime(lastUsedAt)}`;
  return (
    <li>
      <div>
        <strong>{device}</strong>
        {isCurrent && <Badge tone="green">{t`This device`}</Badge>}
        <p className="muted small">{country ? `${countryName(country)} · ${lastUse}` : lastUse}</p>
      </div>
      {!isCurrent && (
        <EndSessions
          label={t`Sign out`}
          button={{ className: 'secondary button-small', 'aria-label': t`Sign out ${device}, last active ${dateTime(lastUsedAt)}` }}
          action={t`Sign out this device`}
          consequence={t`${device} will be signed out. ${cancelsChanges()}`}
          cancelLabel={t`Cancel`}
          asksAboutPasskeys
          proof={user && <ProofOfIdentity user={user} subject="sessions" />}
          failureTitle={t`Couldn’t sign out this device`}
          end={end}
        />
      )}
    </li>
  );
}
