import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { useSeenNews } from '#web/features/notifications/push-device.ts';
import { NoticesSpace } from '#web/pages/dashboard/NoticesSpace.tsx';
import { storeNoticesHeight } from '#web/pages/dashboard/notices-height.ts';
import { useNotices } from '#web/pages/dashboard/use-notices.tsx';
import { Notices } from '#web/ui/Notices.tsx';

/** Shows the notices. Until they are known, keeps the height of the last visit free. Calls `onKnown` before they are painted. */
export function DashboardNotices({ user, onKnown }: { user: User; onKnown: () => void }) {
  const { notices, isKnown } = useNotices(user);
  const area = useRef<HTMLDivElement>(null);
  useSeenNews(user);
  useLayoutEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);
  useEffect(() => {
    if (isKnown) storeNoticesHeight(area.current?.firstElementChild?.getBoundingClientRect().height ?? 0);
  });
  if (!isKnown) return <NoticesSpace />;
  return (
    <div ref={area} hidden={notices.length === 0}>
      <Notices notices={notices} label={t`What’s new`} />
    </div>
  );
}
