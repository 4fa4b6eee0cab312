import { useState } from 'react';
import { readNoticesHeight } from '#web/pages/dashboard/notices-height.ts';
import type { Notice } from '#web/ui/Notices.tsx';

/**
 * Reserves the height of the last visit's notices of this kind until they are known. On the first visit, reserves space for one that
 * requires no action.
 */
export function NoticesSpace({ kind }: { kind: Notice['kind'] }) {
  const [height] = useState(() => readNoticesHeight(kind));
  if (height === undefined) return kind === 'look' ? <div className="skeleton coming-notice" aria-hidden="true" /> : null;
  return height ? <div style={{ minHeight: height }} /> : null;
}
