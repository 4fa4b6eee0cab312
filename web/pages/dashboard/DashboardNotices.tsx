import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { type Notice, Notices } from '#web/ui/Notices.tsx';

/** Storage key for the height in pixels that the notices had on the last visit. */
const heightKey = 'dashboard_notices_height';

/** Returns the height of the notices on the last visit; undefined on the first one. */
export function readNoticesHeight(): number | undefined {
  try {
    const height = localStorage.getItem(heightKey);
    return height === null ? undefined : Number(height);
  } catch {
    return undefined;
  }
}

/** Shows the notices. Until they are known, keeps the height of the last visit free. */
export function DashboardNotices({ notices, isKnown }: { notices: readonly Notice[]; isKnown: boolean }) {
  const [lastHeight] = useState(readNoticesHeight);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isKnown || !area.current) return;
    try {
      localStorage.setItem(heightKey, String(area.current.firstElementChild?.getBoundingClientRect().height ?? 0));
    } catch {
      // If storage is unavailable, each visit waits for the notices like the first one.
    }
  });
  const isEmpty = isKnown ? notices.length === 0 : !lastHeight;
  return (
    <div ref={area} hidden={isEmpty} style={{ minHeight: isKnown ? undefined : lastHeight }}>
      {isKnown && <Notices notices={notices} label={t`What’s new`} />}
    </div>
  );
}
