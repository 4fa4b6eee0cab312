import { useState } from 'react';
import type { AdminUserDetails } from '#schema/admin/user-details.ts';
import { useToast } from '#web/components/Toast.tsx';
import { Moment } from '#web/features/admin/users/cells.tsx';
import { NewestTable } from '#web/features/admin/users/NewestTable.tsx';
import { endSession } from '#web/features/admin/users/users-api.ts';
import { errorText } from '#web/lib/api.ts';

/** How the member signs in, and where they are signed in now. */
export function UserAccess({ details: { profile, sessions, providers } }: { details: AdminUserDetails }) {
  return (
    <div className="stack">
      <p>{profile.hasPassword ? 'Signs in with a password.' : 'Has no password.'}</p>
      <NewestTable
        title="Sign-in providers"
        list={providers}
        rowKey={({ provider }) => provider}
        empty="None is linked."
        columns={[
          { header: 'Provider', cell: ({ provider }) => provider },
          { header: 'Linked', cell: ({ createdAt }) => <Moment of={createdAt} /> },
          { header: 'Last used', cell: ({ lastUsedAt }) => <Moment of={lastUsedAt} /> },
        ]}
      />
      <NewestTable
        title="Sessions"
        list={sessions}
        rowKey={({ id }) => id}
        empty="Signed in nowhere."
        columns={[
          { header: 'Browser', cell: ({ userAgent }) => userAgent ?? 'unknown' },
          { header: 'Since', cell: ({ createdAt }) => <Moment of={createdAt} /> },
          { header: 'Until', cell: ({ expiresAt }) => <Moment of={expiresAt} /> },
          { header: 'Actions', cell: ({ id, createdAt }) => <EndSession userId={profile.id} sessionId={id} since={createdAt} /> },
        ]}
      />
    </div>
  );
}

function EndSession({ userId, sessionId, since }: { userId: number; sessionId: string; since: string }) {
  const toast = useToast();
  const [isEnding, setEnding] = useState(false);

  async function end() {
    setEnding(true);
    try {
      await endSession(userId, sessionId);
      toast({ title: 'Session ended', tone: 'success' });
    } catch (error) {
      toast({ title: 'The session was not ended', description: errorText(error, 'Please try again.'), tone: 'error' });
      setEnding(false);
    }
  }

  return (
    <button type="button" className="secondary" aria-label={`End the session of ${since}`} disabled={isEnding} onClick={() => void end()}>
      {isEnding ? 'Ending…' : 'End'}
    </button>
  );
}
