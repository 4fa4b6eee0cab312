import { useRef } from 'react';
import '#web/features/accounts/account/security/session-list.css';
import type { Session } from '#schema/accounts/session.ts';
import { countryName } from '#web/features/accounts/account/country-name.ts';
import { SignOutEverywhere } from '#web/features/accounts/account/security/SignOutEverywhere.tsx';
import { endOtherSessions, endSession, useSessions } from '#web/features/accounts/account/security/sessions-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function SessionList({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  const query = useSessions();
  const title = useRef<HTMLHeadingElement>(null);

  async function end(work: () => Promise<string>) {
    try {
      showToast({ title: 'Signed out', description: await work(), tone: 'success' });
      // Moves the focus to the title, because the pressed button disappears.
      title.current?.focus();
    } catch (failure) {
      showToast({ title: 'The device was not signed out', description: errorText(failure, 'Please try again.'), tone: 'error' });
    }
    await query.mutate().catch(() => undefined);
  }

  return (
    <section className="stack session-list" aria-labelledby="sessions-title">
      <Heading id="sessions-title" ref={title} tabIndex={-1}>
        Where you’re signed in
      </Heading>
      <Loaded query={query} subject="Your sessions">
        {(sessions) => (
          <>
            <ul className="sessions">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} end={() => end(() => endSession(session.id))} />
              ))}
            </ul>
            <div className="cluster">
              {sessions.length > 1 && (
                <ActionButton className="secondary" action={() => end(endOtherSessions)} pendingLabel="Signing out…">
                  Sign out all other devices
                </ActionButton>
              )}
              <SignOutEverywhere />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

function SessionRow({ session: { device, country, lastUsedAt, isCurrent }, end }: { session: Session; end: () => Promise<void> }) {
  const lastUse = isCurrent ? 'Active now' : `Last active ${dateTime(lastUsedAt)}`;
  return (
    <li>
      <div>
        <strong>{device}</strong>
        {isCurrent && <Badge tone="green">This device</Badge>}
        <p className="muted small">{country ? `${countryName(country)} · ${lastUse}` : lastUse}</p>
      </div>
      {!isCurrent && (
        <ActionButton
          className="secondary button-small"
          aria-label={`Sign out ${device}, last active ${dateTime(lastUsedAt)}`}
          action={end}
          pendingLabel="Signing out…"
        >
          Sign out
        </ActionButton>
      )}
    </li>
  );
}
