/** See "Accounts and sessions" and "Administrators" in docs/product-rules.md. */
import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import {
  AdjustTokensRequest,
  CancelMembershipRequest,
  CorrectKeysRequest,
  EndGrantRequest,
  ForgiveTokensRequest,
  GrantMembershipRequest,
  SetReferrerRequest,
} from '#schema/accounts/admin-users.ts';
import { cleanEmail } from '#schema/email-address.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { resendLimits } from '#worker/domain/limit.ts';
import { verifyEmailMail } from '#worker/domain/messages/mail.ts';
import { decideReferrer } from '#worker/domain/referrals/set-referrer.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { cancelForMember } from '#worker/flows/memberships/cancel-subscription.ts';
import { reconcileTime } from '#worker/flows/memberships/commit-account.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { endGrantedMembership, grantMembership } from '#worker/flows/memberships/grant-membership.ts';
import { type AdminEnv, requireAdmin, requireMoneyMover } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { refuseOwnMembers } from '#worker/routes/admin/own-member.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { callProvider } from '#worker/routes/memberships/call-provider.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { memberId } from './admin-member-id.ts';
import { presentAdjustment } from './admin-present-users.ts';
import { details } from './admin-users.ts';
import { refuseFullMailbox } from './mailbox-limits.ts';

export const adminUserActionRoutes = new Hono<AdminEnv>()
  .post('/:userId/tokens', requireMoneyMover, json(AdjustTokensRequest), async (c) => {
    const { actor, now, store } = c.var;
    const userId = memberId(c);
    const { amount, reason } = c.req.valid('json');
    if (amount > 0) await refuseOwnMembers(c, [userId]);
    const outcome = await store.admin.memberMoney.adjust({ userId, amount, reason, key: idempotencyKey(c) }, actor, now);
    if (outcome.kind === 'balance_too_low')
      throw new ApiError('balance_too_low', { field: 'amount', params: { balance: outcome.balance } });
    if (outcome.kind !== 'entry') throw new ApiError(outcome.kind);
    const { entry, isNew } = outcome;
    if (entry.userId !== userId || entry.amount !== amount || entry.description !== reason) {
      throw new ApiError('idempotency_key_reused');
    }
    return c.json(presentAdjustment(entry), isNew ? 201 : 200);
  })

  .post('/:userId/owed-tokens/forgive', requireMoneyMover, json(ForgiveTokensRequest), async (c) => {
    const { actor, now, store } = c.var;
    await refuseOwnMembers(c, [memberId(c)]);
    const outcome = await store.admin.memberMoney.forgive({ userId: memberId(c), ...c.req.valid('json') }, actor, now);
    if (outcome !== 'forgiven') throw new ApiError(outcome);
    return c.json(await details(c));
  })

  .post('/:userId/membership', requireMoneyMover, json(GrantMembershipRequest), async (c) => {
    const { tier, version, reason } = c.req.valid('json');
    const { actor, config, now, store } = c.var;
    const grant = { userId: memberId(c), version, reason, actor };
    await refuseOwnMembers(c, [grant.userId]);
    const deps = await paymentDeps(config, store, now);
    unwrap(await callProvider(c, 'payment_provider_unavailable', () => grantMembership(deps, tier, grant)));
    return c.json(await details(c));
  })

  .post('/:userId/membership/end', requireMoneyMover, json(EndGrantRequest), async (c) => {
    const { version, reason } = c.req.valid('json');
    const { actor, config, now, store } = c.var;
    unwrap(await endGrantedMembership(await paymentDeps(config, store, now), { userId: memberId(c), version, reason, actor }));
    return c.json(await details(c));
  })

  .post('/:userId/membership/cancel', requireMoneyMover, json(CancelMembershipRequest), async (c) => {
    const { actor, config, now, store } = c.var;
    const cancellation = { userId: memberId(c), ...c.req.valid('json'), actor };
    const deps = await paymentDeps(config, store, now);
    unwrap(await callProvider(c, 'payment_provider_unavailable', () => cancelForMember(deps, cancellation)));
    return c.json(await details(c));
  })

  .post('/:userId/keys', requireMoneyMover, json(CorrectKeysRequest), async (c) => {
    const { actor, now, store } = c.var;
    const correction = { userId: memberId(c), ...c.req.valid('json') };
    if (correction.amount > 0) await refuseOwnMembers(c, [correction.userId]);
    const outcome = await store.admin.keys.correct(correction, actor, now);
    if (outcome === 'keys_not_corrected') throw new ApiError(outcome, { field: 'amount' });
    if (outcome !== 'corrected') throw new ApiError(outcome);
    return c.json(await details(c));
  })

  .post('/:userId/referrer', requireMoneyMover, json(SetReferrerRequest), async (c) => {
    const { actor, config, now, store } = c.var;
    const userId = memberId(c);
    const { referrer, reason, version } = c.req.valid('json');
    const search = { emailKey: comparisonKey(cleanEmail(referrer)), code: referrer.toUpperCase() };
    const facts = requireValue(await store.admin.referrers.load(userId, search), 'member_not_found');
    const decision = decideReferrer(facts, version);
    if (!decision.ok) throw new ApiError(decision.refusal, decision.refusal.startsWith('referrer_') ? { field: 'referrer' } : {});
    await refuseOwnMembers(c, [userId, decision.value]);
    if (!(await store.admin.referrers.set({ userId, referrerId: decision.value, version, reason }, actor, now)))
      throw new ApiError('changed_meanwhile');
    // Books the commission and keys of a membership that the member has already paid for.
    await reconcileTime(await paymentDeps(config, store, now), userId);
    return c.json(await details(c));
  })

  .post('/:userId/verification-mail', requireAdmin, async (c) => {
    const { actor, config, now, store } = c.var;
    const userId = memberId(c);
    const member = requireValue(await store.admin.members.loadForEdit(userId, now), 'member_not_found');
    if (member.deletionRequestedAt !== null) throw new ApiError('member_leaving');
    if (member.emailVerifiedAt !== null && !(await store.bouncedAddresses.find(member.email))) throw new ApiError('email_already_verified');
    await countAttempt(c, resendLimits(userId, now), 'too_many_mails');
    await refuseFullMailbox(c, member.email);
    const mail = verifyEmailMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member);
    await store.admin.memberAccess.sendVerification({ userId, emailKey: comparisonKey(member.email) }, mail, actor, now);
    return c.json({ message: `We sent the verification email to ${member.email}.` } satisfies MessageResponse);
  })

  .delete('/:userId/bounce', requireAdmin, async (c) => {
    const { actor, now, store } = c.var;
    if (!(await store.bouncedAddresses.clear(memberId(c), actor, now))) throw new ApiError('email_not_bounced');
    return c.json({ message: 'Emails to this member are sent again.' } satisfies MessageResponse);
  })

  .post('/:userId/sign-out', requireAdmin, async (c) => {
    const { actor, now, store } = c.var;
    if (!(await store.admin.memberAccess.signOut(memberId(c), actor, now))) throw new ApiError('member_not_found');
    return c.json({ message: 'The member was signed out everywhere.' } satisfies MessageResponse);
  })

  .delete('/:userId/sessions/:sessionId', requireAdmin, async (c) => {
    const { actor, now, store } = c.var;
    const hasEnded = await store.admin.memberAccess.endSession(memberId(c), c.req.param('sessionId'), actor, now);
    if (!hasEnded) throw new ApiError('session_not_found');
    return c.json({ message: 'The session has ended.' } satisfies MessageResponse);
  });

/** Reads the Idempotency-Key, which is required because a retry after a lost response must not add tokens twice. */
function idempotencyKey(c: Context): string {
  const key = c.req.header('Idempotency-Key') ?? '';
  if (!/^[\w-]{8,100}$/.test(key)) throw new ApiError('bad_idempotency_key');
  return key;
}
