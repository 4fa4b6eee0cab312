/** Loaded on demand: only members need the schema. */
import { User } from '#schema/accounts/user.ts';
import { storeBookmark } from '#web/lib/api/bookmark.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { getViewingToken } from '#web/lib/viewing.ts';

/** The response, and the bookmarks received and sent with it. */
interface FirstResponse {
  user: unknown;
  received: string | null;
  sent: string | null;
}

declare global {
  interface Window {
    /** Request started by a member's page while its code loads (`fetchUserScript`, web/prerender/document.ts). */
    firstUser?: { token: string | null; answer: Promise<FirstResponse | undefined> } | undefined;
  }
}

/** GET /api/user. Throws ApiError or NetworkError. */
export async function fetchUser(): Promise<User> {
  const { firstUser } = window;
  window.firstUser = undefined;
  if (firstUser && getViewingToken() === null && firstUser.token === getStoredToken()) {
    const answer = await firstUser.answer;
    if (answer) storeBookmark(answer.received, answer.sent);
    const result = await User['~standard'].validate(answer?.user);
    // Anything but a member is requested again through the client, which reports the error.
    if (!result.issues) return result.value;
  }
  return apiGet('/api/user', User);
}
