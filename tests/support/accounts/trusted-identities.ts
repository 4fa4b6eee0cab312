/**
 * Replaces worker/security/identity-token.ts for thousands of histories: a token is its claims, accepted without a check. Never in the
 * product.
 */
import { readIdentity } from '#worker/domain/accounts/identity.ts';
import type * as real from '#worker/security/identity-token.ts';

export const verifyIdentity: typeof real.verifyIdentity = async (_, token, now) => readIdentity(JSON.parse(token), now);
