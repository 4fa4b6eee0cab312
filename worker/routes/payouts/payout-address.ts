/** See "Payout addresses" in docs/product-rules.md. */

import { Hono } from 'hono';
import { MailLinkRequest, type MailLinkResponse } from '#schema/accounts/mail-link.ts';
import { answers, fillAnswer } from '#schema/answers.ts';
import { type PayoutAddress, PayoutAddressRequest } from '#schema/payouts/payout-address.ts';
import { decidePayoutAddress, decideWarning } from '#worker/domain/accounts/mail-link.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { payoutAddressLimits } from '#worker/domain/limit.ts';
import { confirmPayoutAddressMail, payoutAddressRequestedMail } from '#worker/domain/messages/mail.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { confirmIdentity } from '#worker/routes/accounts/current-password.ts';
import { refuseAfterEmailChange } from '#worker/routes/accounts/email-hold.ts';
import { refuseFullMailbox, refuseUnreachable } from '#worker/routes/accounts/mailbox-limits.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { sha256 } from '#worker/security/random.ts';
import type { PayoutAddressRow } from '#worker/store/payouts/payout-addresses.ts';

/** Routes for payout addresses, mounted at /api. */
export const payoutAddressRoutes = new Hono<AppEnv>()
  .get('/payout-address', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { member, address } = await store.payoutAddresses.load(caller, now);
    requireMember(member);
    return c.json(presentAddress(address));
  })

  .put('/payout-address', requireCaller, json(PayoutAddressRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { email, currentPassword } = c.req.valid('json');
    const signedInAccount = await store.users.signedInWithPassword(caller, now);
    const member = requireMember(signedInAccount?.member);
    // Requires a verified email; otherwise, someone who takes over an unverified account would inherit a stranger's payout address.
    if (member.emailVerifiedAt === null) throw new ApiError('email_unverified');
    if (signedInAccount) await confirmIdentity(c, signedInAccount, currentPassword);
    await Promise.all([refuseAfterEmailChange(c, member.id), refuseUnreachable(c, member.email)]);
    await countAttempt(c, payoutAddressLimits(member.id, now), 'too_many_mails');
    await refuseFullMailbox(c, email);
    const createLink = () => newLinkedMail(config.linkSigningKey, config.publicOrigin);
    const mails = [
      confirmPayoutAddressMail(await createLink(), { email, firstName: member.firstName }),
      payoutAddressRequestedMail(await createLink(), member, email),
    ];
    const savedRequest = await store.payoutAddresses.requestChange(caller, comparisonKey(member.email), mails, now);
    return c.json(presentAddress(requireValue(savedRequest, 'changed_meanwhile')));
  })

  .post('/confirm-payout-address', json(MailLinkRequest), async (c) => {
    const { config, now, store } = c.var;
    const link = await store.mailLinks.find(await sha256(c.req.valid('json').token));
    unwrap(decidePayoutAddress(link, now));
    if (link) await refuseAfterEmailChange(c, link.userId);
    // Fails with `link_used` if another request used the link after it was loaded.
    const announcement = await newLinkedMail(config.linkSigningKey, config.publicOrigin);
    const confirmation = link && (await store.payoutAddresses.confirm(link, announcement, now));
    if (!confirmation) throw new ApiError('link_used');
    const heldUntil = confirmation.heldUntil !== null && confirmation.heldUntil > now ? toIso(confirmation.heldUntil) : null;
    const message = fillAnswer(answers.payoutAddressConfirmed, { email: link.email });
    return c.json({ message, heldUntil } satisfies MailLinkResponse);
  })

  .post('/remove-payout-address', json(MailLinkRequest), async (c) => {
    const { now, store } = c.var;
    const link = await store.mailLinks.find(await sha256(c.req.valid('json').token));
    unwrap(decideWarning(link, 'remove_payout_address', now));
    if (!link || !(await store.payoutAddresses.remove(link, now))) throw new ApiError('link_used');
    return c.json({ message: fillAnswer(answers.payoutAddressRemoved, { email: link.email }) } satisfies MailLinkResponse);
  });

function presentAddress(row: PayoutAddressRow | undefined): PayoutAddress {
  return { email: row?.email ?? null, pendingEmail: row?.pendingEmail ?? null, heldUntil: toIsoOrNull(row?.heldUntil ?? null) };
}
