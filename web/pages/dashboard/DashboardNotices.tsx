import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { useCertificates } from '#web/features/certificates/certificates-api.ts';
import { useAppBadge } from '#web/features/certificates/trip/app-badge.ts';
import { listTripNotices } from '#web/features/certificates/trip/trip-notices.tsx';
import { useSeenNews } from '#web/features/notifications/push-device.ts';
import { useNow } from '#web/lib/react/use-now.ts';
import { NoticesSpace } from '#web/pages/dashboard/NoticesSpace.tsx';
import { storeNoticesHeight } from '#web/pages/dashboard/notices-height.ts';
import { useNotices } from '#web/pages/dashboard/use-notices.tsx';
import { type Notice, Notices } from '#web/ui/Notices.tsx';

/** Shows what the member must do about their certificates. */
export function DashboardTasks() {
  const now = useNow(60_000);
  const { data, error } = useCertificates();
  useAppBadge(data, now);
  const tasks = listTripNotices(data ?? [], now).filter(({ kind }) => kind === 'act');
  return <NoticeArea kind="act" notices={data || error ? tasks : undefined} label={t`To do`} />;
}

/** Shows the notices that require no action. Calls `onKnown` before they and the tasks are painted. */
export function DashboardNotices({ user, onKnown }: { user: User; onKnown: () => void }) {
  const { notices, isKnown } = useNotices(user);
  useSeenNews(user);
  useLayoutEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);
  return <NoticeArea kind="look" notices={isKnown ? notices : undefined} label={t`What’s new`} />;
}

/** Lists the notices of one kind. While they are unknown (undefined), reserves the height of the last visit's. */
function NoticeArea({ kind, notices, label }: { kind: Notice['kind']; notices: Notice[] | undefined; label: string }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (area.current) storeNoticesHeight(kind, area.current.firstElementChild?.getBoundingClientRect().height ?? 0);
  });
  if (!notices) return <NoticesSpace kind={kind} />;
  return (
    <div ref={area} hidden={notices.length === 0}>
      <Notices notices={notices} label={label} />
    </div>
  );
}
