/** Who is there, asked of the server. Members alone need the schema, so it is no part of the first load. */
import { User } from '#schema/accounts/user.ts';
import { keepBookmark } from '#web/lib/api/bookmark.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { storedToken } from '#web/lib/auth-storage.ts';
import { viewingToken } from '#web/lib/viewing.ts';

/** With the bookmarks that came with it and that it was asked with. */
interface FirstAnswer {
  user: unknown;
  brought: string | null;
  sent: string | null;
}

declare global {
  interface Window {
    /** What a member's page asks while its code is on its way (`askUserScript`, web/prerender/document.ts). */
    firstUser?: { token: string | null; answer: Promise<FirstAnswer | undefined> } | undefined;
  }
}

/** GET /api/user. Throws ApiError or NetworkError. */
export async function askUser(): Promise<User> {
  const { firstUser } = window;
  window.firstUser = undefined;
  if (firstUser && viewingToken() === null && firstUser.token === storedToken()) {
    const answer = await firstUser.answer;
    if (answer) keepBookmark(answer.brought, answer.sent);
    const result = await User['~standard'].validate(answer?.user);
    // Anything else than a member is heard again, in the way that tells why.
    if (!result.issues) return result.value;
  }
  return apiGet('/api/user', User);
}
