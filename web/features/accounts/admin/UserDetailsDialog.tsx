import { useState } from 'react';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import type { UserTask } from '#web/features/accounts/admin/tasks/user-task.ts';
import { UserAccess } from '#web/features/accounts/admin/UserAccess.tsx';
import { UserActions } from '#web/features/accounts/admin/UserActions.tsx';
import { UserCards } from '#web/features/accounts/admin/UserCards.tsx';
import { UserEarnings } from '#web/features/accounts/admin/UserEarnings.tsx';
import { UserLog } from '#web/features/accounts/admin/UserLog.tsx';
import { UserNotes } from '#web/features/accounts/admin/UserNotes.tsx';
import { UserOverview } from '#web/features/accounts/admin/UserOverview.tsx';
import { UserPurchases } from '#web/features/accounts/admin/UserPurchases.tsx';
import { UserTokens } from '#web/features/accounts/admin/UserTokens.tsx';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { useUserDetails } from '#web/features/accounts/admin/users-api.ts';
import { date } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const parts = [
  { id: 'overview', label: 'Overview', Part: UserOverview },
  { id: 'notes', label: 'Notes & messages', Part: UserNotes },
  { id: 'tokens', label: 'Tokens & keys', Part: UserTokens },
  { id: 'cards', label: 'Cards', Part: UserCards },
  { id: 'purchases', label: 'Purchases', Part: UserPurchases },
  { id: 'earnings', label: 'Earnings', Part: UserEarnings },
  { id: 'access', label: 'Sign-in', Part: UserAccess },
  { id: 'log', label: 'Audit & email', Part: UserLog },
] as const;
type PartId = (typeof parts)[number]['id'];

export function UserDetailsDialog({ userId, onClose, onTask }: { userId: number; onClose: () => void; onTask: (task: UserTask) => void }) {
  const query = useUserDetails(userId);
  return (
    <Dialog open onClose={onClose} title={query.data ? userName(query.data.profile) : `User ${userId}`} size="large">
      <Loaded query={query} subject="The user" lines={8}>
        {(details) => <Details details={details} onTask={onTask} />}
      </Loaded>
    </Dialog>
  );
}

function Details({ details, onTask }: { details: AdminUserDetails; onTask: (task: UserTask) => void }) {
  const [active, setActive] = useState<PartId>('overview');
  const { erasedAt, deletionRequestedAt, suspendedAt, suspendedReason, isSuspendedBySuperAdmin } = details.profile;
  return (
    <div className="stack user-details">
      {erasedAt ? (
        <Alert tone="info" title={`Erased on ${date(erasedAt)}`}>
          The account was deleted. Only accounting records remain.
        </Alert>
      ) : (
        deletionRequestedAt && (
          <Alert tone="warning" title="This account is being deleted">
            Deletion requested on {date(deletionRequestedAt)}. The account will be erased within 30 days and can no longer be changed.
          </Alert>
        )
      )}
      {suspendedAt && (
        <Alert tone="warning" title={`Suspended since ${date(suspendedAt)}`}>
          Reason given to the member: “{suspendedReason}”{' '}
          {isSuspendedBySuperAdmin && 'A super administrator suspended this member, so only super administrators can reinstate them.'}
        </Alert>
      )}
      {!erasedAt && <UserActions details={details} onTask={onTask} />}
      <Tabs tabs={parts} active={active} onChange={setActive} label="About this user">
        {parts.map(({ id, Part }) => (
          <TabPanel key={id} id={id}>
            <Part details={details} />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
