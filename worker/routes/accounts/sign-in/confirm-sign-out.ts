import type { Context } from 'hono';
import { signOutLimits } from '#worker/domain/limit.ts';
import { requireValue } from '#worker/errors.ts';
import type { SignedIn } from '#worker/middleware/session.ts';
import { confirmIdentity } from '#worker/routes/accounts/current-password.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import type { SignOut } from '#worker/store/accounts/account-security.ts';

/**
 * Checks that the member may end other sessions. Otherwise, an intruder with a session could keep signing the owner out and end the reset
 * links that the owner requests.
 */
export async function confirmSignOut(
  c: Context<SignedIn>,
  currentPassword: string | null | undefined,
  recentPasskeys: 'keep' | 'remove',
): Promise<SignOut> {
  const { caller, config, now, store } = c.var;
  const account = requireValue(await store.users.signedInWithPassword(caller, now), 'not_signed_in');
  const hasSentPassword = await confirmIdentity(c, account, currentPassword);
  await countAttempt(c, signOutLimits(caller.userId, now), 'too_many_sign_outs');
  return {
    keepsPasskeys: recentPasskeys === 'keep',
    ...(!hasSentPassword && { keepsResetLinksSince: account.authenticatedAt }),
    alert: { ...(await newLinkedMail(config.linkSigningKey, config.publicOrigin)), email: account.member.email },
  };
}
