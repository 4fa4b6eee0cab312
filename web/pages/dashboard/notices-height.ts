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

export function storeNoticesHeight(height: number): void {
  try {
    localStorage.setItem(heightKey, String(height));
  } catch {
    // If storage is unavailable, each visit waits for the notices like the first one.
  }
}
