/** Whose session this browser holds, known without asking anybody: the token says it. Only the server judges whether it is true. */
import { storedToken } from '#web/lib/auth-storage.ts';

/** The member's id, or null where nobody is signed in here, or no token could be stored. */
export function tokenMemberId(): number | null {
  const payload = storedToken()?.split('.')[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    const userId = typeof claims === 'object' && claims !== null && 'userId' in claims ? claims.userId : null;
    return typeof userId === 'number' && Number.isSafeInteger(userId) ? userId : null;
  } catch {
    return null;
  }
}
