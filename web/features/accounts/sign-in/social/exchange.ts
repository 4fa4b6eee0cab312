import * as v from 'valibot';
import { TokenExchange, type TokenExchangeRequest } from '#schema/accounts/social-sign-in.ts';
import type { User } from '#schema/accounts/user.ts';
import { endPendingLogout, startSession } from '#web/features/accounts/session/session.ts';
import { multiProviderCode, type ProviderIdentity, SignInError } from '#web/features/accounts/sign-in/social/social-sign-in.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { clearReferralCode, getReferralCode } from '#web/lib/referral-code.ts';

export const noTokenCode = 'no_token';

const Answer = v.looseObject({ token: v.optional(v.nullable(v.string())) });

/** Exchanges the provider's token for a session, creating the account if needed. Throws SignInError, ApiError or NetworkError. */
export async function exchangeIdentity(identity: ProviderIdentity, beforeSession: (user: User) => void): Promise<User> {
  await endPendingLogout();
  const request: TokenExchangeRequest = { ...identity, ref: getReferralCode() };
  const response = await apiSend('POST', '/api/auth/token', request, Answer).catch((error: unknown) => {
    const isProviderConflict = error instanceof ApiError && error.body?.code === 'provider_conflict';
    throw isProviderConflict ? new SignInError(multiProviderCode, identity.email) : error;
  });
  if (!response.token) throw new SignInError(noTokenCode);
  const { token, user } = v.parse(TokenExchange, response);
  clearReferralCode();
  beforeSession(user);
  return startSession({ ...user, token });
}
