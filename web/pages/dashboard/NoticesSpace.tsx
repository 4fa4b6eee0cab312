import { useState } from 'react';
import { readNoticesHeight } from '#web/pages/dashboard/notices-height.ts';

/** Keeps the height of the last visit's notices free until the notices are known. */
export function NoticesSpace() {
  const [height] = useState(readNoticesHeight);
  return height ? <div style={{ minHeight: height }} /> : null;
}
