/** What a profile request changes. Rulings section 3. */
import type { ProfileRequest } from '#schema/account.ts';
import { err, ok, type Result } from './result.ts';

export interface ProfilePlan {
  set: Partial<Record<'firstName' | 'lastName' | 'phone' | 'address' | 'city' | 'state' | 'zip' | 'country', string | null>>;
  email?: { email: string; emailKey: string; previousKey: string };
}

/** E-mail addresses and user names compare case-insensitively. */
export function comparisonKey(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** Only given fields change; a user name may be sent back unchanged, nothing else. */
export function decideProfile(
  request: ProfileRequest,
  member: { email: string; username: string | null },
): Result<ProfilePlan, 'username_fixed'> {
  const { email, username, ...texts } = request;
  if (username !== undefined && (username || null) !== member.username) return err('username_fixed');
  const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)) as ProfilePlan['set'];
  if (email === undefined || email === member.email) return ok({ set });
  return ok({ set, email: { email, emailKey: comparisonKey(email), previousKey: comparisonKey(member.email) } });
}
