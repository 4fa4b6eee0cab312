/** The member's membership and payments. Rulings section 6. */
import { type Context, Hono } from 'hono';
import type { Membership, PaymentHistory } from '#schema/membership.ts';
import { TokenHistoryQuery as PageQuery } from '#schema/token.ts';
import { type Account, isInGrace } from '#worker/domain/money/account.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { query } from '#worker/middleware/json-body.ts';
import { confirmed, requireCaller } from '#worker/middleware/session.ts';
import { type PaymentDeps, paymentDeps } from '#worker/payments/deps.ts';
import { endSubscription, followUp } from '#worker/payments/follow-up.ts';
import { ofMember, settleObject } from '#worker/payments/settle-object.ts';
import type { Caller } from '#worker/store/users.ts';
import { atProvider } from './at-provider.ts';
import { presentMembership, presentPayment } from './present-money.ts';

type SignedIn = AppEnv & { Variables: { caller: Caller } };

export const membershipRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => c.json(await ownMembership(c)))

  .post('/cancel', requireCaller, async (c) => {
    const account = await ownAccount(c);
    const running = runningSubscription(account);
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    await atProvider('payment_provider_unavailable', async () => {
      // In a grace the paid time is over: waiting for its end would let Stripe try the card again. A year just paid is kept.
      if (isInGrace(running)) return endSubscription(deps, account.memberId, running.id, true);
      if (running.cancelAtPeriodEnd) return;
      await deps.provider.renewAutomatically(running.id, false);
      await readAnew(deps, account.memberId, running.id);
    });
    return c.json(await ownMembership(c));
  })

  .post('/resume', requireCaller, async (c) => {
    const account = await ownAccount(c);
    const running = runningSubscription(account);
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    await atProvider('payment_provider_unavailable', async () => {
      if (!running.cancelAtPeriodEnd) return;
      await deps.provider.renewAutomatically(running.id, true);
      await readAnew(deps, account.memberId, running.id);
    });
    return c.json(await ownMembership(c));
  })

  .post('/confirm', requireCaller, async (c) => {
    const account = await ownAccount(c);
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const unsettled = account.subscriptions.filter((subscription) => subscription.graceUntil !== null);
    await atProvider('payment_provider_unavailable', async () => {
      for (const { id } of unsettled) await readAnew(deps, account.memberId, id);
    });
    return c.json(await ownMembership(c));
  });

export const paymentRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, query(PageQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const { member, payments } = await c.var.store.payments.history(c.var.caller, { limit: limit + 1, before: cursor ?? null }, c.var.now);
    confirmed(member);
    const page = payments.slice(0, limit);
    return c.json({
      payments: page.map(presentPayment),
      nextCursor: payments.length > limit ? String(page.at(-1)?.id) : null,
    } satisfies PaymentHistory);
  })

  .get('/:paymentId/receipt', requireCaller, async (c) => {
    const id = c.req.param('paymentId');
    const { member, payment } = await c.var.store.payments.own(c.var.caller, /^\d{1,15}$/.test(id) ? Number(id) : 0, c.var.now);
    confirmed(member);
    if (!payment) throw new ApiError('no_receipt');
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const url = await atProvider('payment_provider_unavailable', () =>
      deps.provider.receiptUrl({ paymentIntentId: payment.stripePaymentIntentId, invoiceId: payment.stripeInvoiceId }),
    );
    if (url === null) throw new ApiError('no_receipt');
    return c.redirect(url, 303);
  });

async function ownMembership(c: Context<SignedIn>): Promise<Membership> {
  const own = await c.var.store.money.membership(c.var.caller, c.var.now);
  if (!own) throw new ApiError('not_signed_in');
  return presentMembership(own);
}

/** Session and money in turn: the second round trip is only for who is signed in. */
async function ownAccount(c: Context<SignedIn>): Promise<Account> {
  const member = confirmed(await c.var.store.users.signedIn(c.var.caller, c.var.now));
  const { seen } = await c.var.store.money.look(ofMember(member.id));
  if (!seen) throw new ApiError('not_signed_in');
  return seen.account;
}

function runningSubscription({ membership, subscriptions }: Account) {
  const running = subscriptions.find(({ id }) => id === membership.stripeSubscriptionId);
  if (!running) throw new ApiError('no_subscription');
  return running;
}

async function readAnew(deps: PaymentDeps, userId: number, subscriptionId: string): Promise<void> {
  const settled = await settleObject(deps, { object: 'subscription', id: subscriptionId, whose: ofMember(userId) });
  if (settled.ok) await followUp(deps, settled.value);
}
