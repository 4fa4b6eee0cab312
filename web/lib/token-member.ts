/** Reads the member's id from the token, without verifying it. The server verifies the token. */
import { getStoredToken } from '#web/lib/auth-storage.ts';

/** Returns the member's id from the token. Returns null if nobody is signed in on this device, or if the token could not be stored. */
export function getTokenMemberId(): number | null {
  const payload = getStoredToken()?.split('.')[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    const userId = typeof claims === 'object' && claims !== null && 'userId' in claims ? claims.userId : null;
    return typeof userId === 'number' && Number.isSafeInteger(userId) ? userId : null;
  } catch {
    return null;
  }
}
