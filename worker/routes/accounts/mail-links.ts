/**
 * Routes for links in emails. GET changes nothing, because email clients prefetch links. The page posts the token; for one-click
 * unsubscribe, the email client does.
 */

import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { MailLinkRequest, type MailLinkResponse, UnsubscribeRequest } from '#schema/accounts/mail-link.ts';
import { answers, fillAnswer } from '#schema/answers.ts';
import type { PushTopic } from '#schema/messages/notifications.ts';
import { routes } from '#schema/routes.ts';
import { decideEmailChange, decideUndo, decideVerification, decideWarning } from '#worker/domain/accounts/mail-link.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { verificationMailLimits } from '#worker/domain/limit.ts';
import { confirmEmailChangeMail, verifyEmailMail } from '#worker/domain/messages/mail.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { presentUser } from '#worker/routes/cards/present-card.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { firstAccepted } from '#worker/security/first-accepted.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { sha256 } from '#worker/security/random.ts';
import { readUnsubscribeToken } from '#worker/security/unsubscribe.ts';
import { cancelDeletion } from './cancel-deletion.ts';
import { refuseFullMailbox } from './mailbox-limits.ts';

export const mailLinkRoutes = new Hono<AppEnv>()
  .post('/verify-email', json(MailLinkRequest), async (c) => {
    const { now, store } = c.var;
    for (let load = 1; load <= 2; load += 1) {
      const link = await store.mailLinks.find(await sha256(c.req.valid('json').token));
      const plan = unwrap(decideVerification(link, now));
      if (plan === 'is_verified' || (link && (await store.mailLinks.verifyEmail(link, now))))
        return c.json({ message: answers.emailVerified } satisfies MessageResponse);
    }
    throw new ApiError('changed_meanwhile');
  })

  .post('/verify-email/send', requireCaller, async (c) => {
    const { caller, config, now, store } = c.var;
    const member = requireMember(await store.users.signedIn(caller, now));
    if (member.emailVerifiedAt !== null && !(await store.bouncedAddresses.find(member.email)))
      return c.json({ message: answers.emailAlreadyVerified } satisfies MessageResponse);
    await countAttempt(c, verificationMailLimits(member.id, now), 'too_many_mails');
    await refuseFullMailbox(c, member.email);
    const mail = verifyEmailMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member);
    await store.mailLinks.queue({ userId: member.id, emailKey: comparisonKey(member.email) }, mail, now);
    return c.json({ message: fillAnswer(answers.linkSent, { email: member.email }) } satisfies MessageResponse);
  })

  .post('/confirm-email-change', json(MailLinkRequest), async (c) => {
    const { now, store } = c.var;
    for (let load = 1; load <= 2; load += 1) {
      const link = await store.mailLinks.find(await sha256(c.req.valid('json').token));
      const plan = unwrap(decideEmailChange(link, now));
      const isApplied = plan === 'is_changed' || (link !== undefined && (await store.emailChanges.make(link, now)));
      if (isApplied === 'pending_email_taken') throw new ApiError(isApplied);
      if (isApplied && link) return c.json({ message: fillAnswer(answers.emailChanged, { email: link.email }) } satisfies MessageResponse);
    }
    throw new ApiError('changed_meanwhile');
  })

  .post('/confirm-email-change/send', requireCaller, async (c) => {
    const { caller, config, now, store } = c.var;
    const { id, email, firstName, pendingEmail } = requireMember(await store.users.signedIn(caller, now));
    if (pendingEmail === null) throw new ApiError('no_pending_email');
    await countAttempt(c, verificationMailLimits(id, now), 'too_many_mails');
    await refuseFullMailbox(c, pendingEmail);
    const mail = confirmEmailChangeMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), {
      email: pendingEmail,
      firstName,
    });
    const isSent = await store.emailChanges.resend({ userId: id, emailKey: comparisonKey(email) }, pendingEmail, mail, now);
    if (!isSent) throw new ApiError('no_pending_email');
    return c.json({ message: fillAnswer(answers.linkSent, { email: pendingEmail }) } satisfies MessageResponse);
  })

  .post('/cancel-email-change', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const member = requireMember(await store.users.signedIn(caller, now));
    await store.emailChanges.cancel(member.id, now);
    return c.json(presentUser(requireMember(await store.users.signedIn(caller, now)), now));
  })

  .post('/undo-email-change', json(MailLinkRequest), async (c) => {
    const { now, store } = c.var;
    // Retries once if the account changed concurrently, because there may be more changes to undo.
    for (let load = 1; load <= 2; load += 1) {
      const link = await store.mailLinks.find(await sha256(c.req.valid('json').token));
      const plan = unwrap(decideUndo(link, now));
      if (!link) break;
      const outcome =
        plan.kind === 'call_off'
          ? await store.emailChanges.cancelChange(link, now)
          : await store.mailLinks.undoEmailChange(link, plan, now);
      if (outcome === 'email_taken') throw new ApiError('old_email_taken');
      if (!outcome) continue;
      await cancelDeletion(c, link, plan.kind === 'call_off' ? 'same_email' : 'new_email');
      return c.json({
        message: fillAnswer(plan.kind === 'call_off' ? answers.emailChangeCanceled : answers.emailRestored, { email: plan.email }),
      } satisfies MessageResponse);
    }
    throw new ApiError('link_used');
  })

  .post('/secure-account', json(MailLinkRequest), async (c) => {
    const { now, store } = c.var;
    // Retries once if a deletion was requested or canceled concurrently, so that the right membership is restored.
    for (let load = 1; load <= 2; load += 1) {
      const link = await store.mailLinks.find(await sha256(c.req.valid('json').token));
      unwrap(decideWarning(link, 'secure_account', now));
      const outcome = link && (await store.mailLinks.secure(link, now));
      if (outcome === 'email_taken') throw new ApiError('old_email_taken');
      if (!outcome) continue;
      await cancelDeletion(c, link, 'same_email');
      const message = link.deletionRequestedAt !== null ? answers.accountSecuredAndKept : answers.accountSecured;
      return c.json({ message, email: link.email } satisfies MailLinkResponse);
    }
    throw new ApiError('link_used');
  })

  .post('/unsubscribe', json(UnsubscribeRequest), async (c) => {
    const { token, isForAll = false } = c.req.valid('json');
    const topic = await unsubscribe(c, token, isForAll);
    return c.json({ message: topic === null ? answers.optionalEmailsStopped : answers.topicStopped } satisfies MessageResponse);
  })

  // One-click unsubscribe (RFC 8058) shows no page and posts no fields that we need, so only the response status matters.
  .post('/unsubscribe/one-click', async (c) => {
    await unsubscribe(c, c.req.query('token') ?? '', false);
    return c.text('Unsubscribed');
  })

  // Email clients without one-click support open the URL in the browser, where the page asks for confirmation.
  .get('/unsubscribe/one-click', (c) => c.redirect(`${routes.unsubscribe.path}#token=${encodeURIComponent(c.req.query('token') ?? '')}`));

/** Returns the topic whose emails were stopped; null for all optional emails. */
async function unsubscribe(c: Context<AppEnv>, token: string, isForAll: boolean): Promise<PushTopic | null> {
  const link = await firstAccepted(c.var.config.accepted.linkSigning, (key) => readUnsubscribeToken(key, token));
  const topic = isForAll ? null : (link?.topic ?? null);
  if (!link || !(await c.var.store.mailLinks.unsubscribe({ ...link, topic }, c.var.now))) throw new ApiError('link_unknown');
  return topic;
}
