/** Loaded on demand because only members need the schema. */
import { User } from '#schema/accounts/user.ts';
import { followLanguage } from '#web/features/accounts/session/follow-language.ts';
import { storeBookmark } from '#web/lib/api/bookmark.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { getViewingToken } from '#web/lib/viewing.ts';

/** Response to the request sent before the page's code had loaded, with the database bookmarks that were sent and received. */
interface FirstResponse {
  user: unknown;
  received: string | null;
  sent: string | null;
}

declare global {
  interface Window {
    /** Request sent by a member's page while the page's code is still loading (web/prerender/document.ts). */
    firstUser?: { token: string | null; answer: Promise<FirstResponse | undefined> } | undefined;
  }
}

/** Returns the signed-in member from GET /api/user, and follows the account's language. Throws ApiError or NetworkError. */
export async function fetchUser(): Promise<User> {
  const user = await readUser();
  followLanguage(user.language);
  return user;
}

async function readUser(): Promise<User> {
  const { firstUser } = window;
  window.firstUser = undefined;
  if (firstUser && getViewingToken() === null && firstUser.token === getStoredToken()) {
    const answer = await firstUser.answer;
    if (answer) storeBookmark(answer.received, answer.sent);
    const result = await User['~standard'].validate(answer?.user);
    // If the early response is not a valid member, request it again through the API client, which reports errors.
    if (!result.issues) return result.value;
  }
  return apiGet('/api/user', User);
}
