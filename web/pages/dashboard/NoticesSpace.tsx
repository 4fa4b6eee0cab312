import { useState } from 'react';
import { readNoticesHeight } from '#web/pages/dashboard/notices-height.ts';

/** Reserves the height of the last visit's notices, or of one notice on the first visit, until the notices are known. */
export function NoticesSpace() {
  const [height] = useState(readNoticesHeight);
  if (height === undefined) return <div className="skeleton coming-notice" aria-hidden="true" />;
  return height ? <div style={{ minHeight: height }} /> : null;
}
