/** See "Payments and memberships" in docs/product-rules.md. */
import { type Context, Hono } from 'hono';
import type { Membership, PaymentHistory } from '#schema/memberships/membership.ts';
import { PageQuery } from '#schema/page-query.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { cancelSubscription, findSubscription, refreshFromStripe } from '#worker/flows/memberships/cancel-subscription.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { query } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { countUnconfirmedChange } from '#worker/routes/accounts/current-password.ts';
import { presentMembership, presentPayment } from '#worker/routes/orders/present-money.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { toOlderRows, toPage } from '#worker/routes/to-page.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { callProvider } from './call-provider.ts';

export const membershipRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => c.json(await loadMembership(c)))

  .post('/cancel', requireCaller, async (c) => {
    const account = await ownAccount(c);
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    unwrap(await callProvider(c, 'payment_provider_unavailable', () => cancelSubscription(deps, account)));
    return c.json(await loadMembership(c));
  })

  .post('/resume', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const signedInAccount = requireValue(await store.users.signedInWithPassword(caller, now), 'not_signed_in');
    const account = await loadAccount(c, signedInAccount.member.id);
    const subscription = requireValue(findSubscription(account), 'no_subscription');
    const deps = await paymentDeps(c.var.config, store, now);
    await callProvider(c, 'payment_provider_unavailable', async () => {
      if (!subscription.cancelAtPeriodEnd) return;
      // Canceling is not limited: an intruder could use up the limit to keep the owner from canceling. Repeated cancellations need resumptions.
      await countUnconfirmedChange(c, signedInAccount);
      await deps.provider.renewAutomatically(subscription.id, true);
      await refreshFromStripe(deps, account.memberId, subscription.id);
    });
    return c.json(await loadMembership(c));
  })

  .post('/confirm', requireCaller, async (c) => {
    const account = await ownAccount(c);
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const graceSubscriptions = account.subscriptions.filter((subscription) => subscription.graceUntil !== null);
    await callProvider(c, 'payment_provider_unavailable', async () => {
      for (const { id } of graceSubscriptions) await refreshFromStripe(deps, account.memberId, id);
    });
    return c.json(await loadMembership(c));
  });

export const paymentRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, query(PageQuery), async (c) => {
    const query = c.req.valid('query');
    const { member, payments } = await c.var.store.payments.history(c.var.caller, toOlderRows(query), c.var.now);
    requireMember(member);
    const { page, nextCursor } = toPage(payments, query);
    return c.json({ payments: page.map(presentPayment), nextCursor } satisfies PaymentHistory);
  })

  .get('/:paymentId/receipt', requireCaller, async (c) => {
    const { member, payment } = await c.var.store.payments.own(c.var.caller, rowId(c.req.param('paymentId')), c.var.now);
    requireMember(member);
    if (!payment) throw new ApiError('no_receipt');
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const url = await callProvider(c, 'payment_provider_unavailable', () =>
      deps.provider.receiptUrl({ paymentIntentId: payment.stripePaymentIntentId, invoiceId: payment.stripeInvoiceId }),
    );
    if (url === null) throw new ApiError('no_receipt');
    return c.redirect(url, 303);
  });

async function loadMembership(c: Context<SignedIn>): Promise<Membership> {
  const { caller, now, store } = c.var;
  return presentMembership(requireMember(await store.users.signedIn(caller, now)), now);
}

/** Loads the member first and then the account because only valid sessions need the second round trip. */
async function ownAccount(c: Context<SignedIn>): Promise<Account> {
  const member = requireMember(await c.var.store.users.signedIn(c.var.caller, c.var.now));
  return loadAccount(c, member.id);
}

async function loadAccount(c: Context<SignedIn>, userId: number): Promise<Account> {
  const { snapshot } = await c.var.store.money.load({ userId });
  if (!snapshot) throw new ApiError('not_signed_in');
  return snapshot.account;
}
