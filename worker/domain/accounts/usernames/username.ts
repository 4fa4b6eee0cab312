/** Rules for new usernames. Product rules: Accounts and sessions. */
import { findUsernameFlaw } from '#schema/accounts/username.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { isReservedUsername, looksLikeAddress } from './reserved-usernames.ts';
import { toSkeleton } from './skeleton.ts';
import { hasSingleScript } from './writing-systems.ts';

export interface NewUsername {
  username: string | null;
  usernameKey: string | null;
  /** Usernames with the same skeleton look alike, so only one member can have a given skeleton. */
  usernameSkeleton: string | null;
}

export type UsernameRefusal =
  | { reason: 'username_mixes_scripts' | 'username_like_address' | 'username_reserved'; field: 'username' }
  | { reason: 'invalid_input'; fields: { username: string } };

export const noUsername: NewUsername = { username: null, usernameKey: null, usernameSkeleton: null };

export function decideUsername(text: string): Result<NewUsername, UsernameRefusal> {
  const username = text.normalize('NFKC').trim();
  const flaw = findUsernameFlaw(username);
  if (flaw !== undefined) return err({ reason: 'invalid_input', fields: { username: flaw } });
  if (!hasSingleScript(username)) return err({ reason: 'username_mixes_scripts', field: 'username' });
  if (looksLikeAddress(username)) return err({ reason: 'username_like_address', field: 'username' });
  if (isReservedUsername(username)) return err({ reason: 'username_reserved', field: 'username' });
  return ok({ username, usernameKey: comparisonKey(username), usernameSkeleton: toSkeleton(username) });
}
