import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { NewestTable } from '#web/features/accounts/admin/member/NewestTable.tsx';
import { endSession } from '#web/features/accounts/admin/users-api.ts';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function UserAccess({ details: { profile, sessions, providers } }: { details: AdminUserDetails }) {
  return (
    <div className="stack">
      <p>{profile.hasPassword ? 'Signs in with a password.' : 'Has no password.'}</p>
      <NewestTable
        title="Sign-in providers"
        list={{ ...providers, rows: providers.rows.map((row) => ({ ...row, id: row.provider })) }}
        empty="None linked."
        columns={[
          { header: 'Provider', cell: ({ provider }) => provider },
          { header: 'Linked', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
          { header: 'Last used', cell: ({ lastUsedAt }) => <DateTimeCell value={lastUsedAt} /> },
        ]}
      />
      <NewestTable
        title="Sessions"
        list={sessions}
        empty="Not signed in anywhere."
        columns={[
          { header: 'Browser', cell: ({ userAgent }) => userAgent ?? 'unknown' },
          { header: 'Since', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
          { header: 'Until', cell: ({ expiresAt }) => <DateTimeCell value={expiresAt} /> },
          { header: 'Actions', cell: ({ id, createdAt }) => <EndSession userId={profile.id} sessionId={id} since={createdAt} /> },
        ]}
      />
    </div>
  );
}

function EndSession({ userId, sessionId, since }: { userId: number; sessionId: string; since: string }) {
  async function end() {
    await endSession(userId, sessionId);
    showToast({ title: 'Session ended', tone: 'success' });
  }

  return (
    <ActionButton
      className="secondary"
      aria-label={`End the session from ${since}`}
      action={end}
      failed="Couldn’t end the session"
      pendingLabel="Ending…"
    >
      End
    </ActionButton>
  );
}
