import type { Notice } from '#web/ui/Notices.tsx';

/** Storage key for the height in pixels that the notices of this kind had on the last visit. */
const heightKey = (kind: Notice['kind']) => `dashboard_notices_height_${kind}`;

/** Returns the height of the notices of this kind on the last visit; undefined on the first one. */
export function readNoticesHeight(kind: Notice['kind']): number | undefined {
  try {
    const height = localStorage.getItem(heightKey(kind));
    return height === null ? undefined : Number(height);
  } catch {
    return undefined;
  }
}

export function storeNoticesHeight(kind: Notice['kind'], height: number): void {
  try {
    localStorage.setItem(heightKey(kind), String(height));
  } catch {
    // If storage is unavailable, each visit waits for the notices like the first one.
  }
}
