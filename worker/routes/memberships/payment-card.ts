/** See "Payments and memberships" in docs/product-rules.md. */
import { type Context, Hono } from 'hono';
import { type CardChange, type CardChanged, type CardOnFile, ConfirmCardRequest } from '#schema/memberships/payment-card.ts';
import { cardChangeLimits, secondsUntilAllowed } from '#worker/domain/limit.ts';
import type { SubscriptionState } from '#worker/domain/memberships/account.ts';
import { chargedSubscriptions } from '#worker/domain/memberships/card-change.ts';
import { ApiError } from '#worker/errors.ts';
import { changeCard } from '#worker/flows/memberships/change-card.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { presentMembership } from '#worker/routes/orders/present-money.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import { callProvider } from './call-provider.ts';

export const paymentCardRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { snapshot } = await loadAccount(c);
    const [charged] = chargedSubscriptions(snapshot.account);
    if (!charged) return c.json({ card: null } satisfies CardOnFile);
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const { card } = await callProvider(c, 'payment_unreadable', () => deps.provider.renewalTerms(charged.id));
    return c.json({ card } satisfies CardOnFile);
  })

  .post('/', requireCaller, async (c) => {
    const { member, charged } = await loadChargedAccount(c);
    const limits = cardChangeLimits(member.id, c.var.now);
    const retryAfterSeconds = secondsUntilAllowed(limits, await c.var.store.counters.attempt(limits), c.var.now);
    if (retryAfterSeconds !== undefined) throw new ApiError('too_many_card_changes', { retryAfterSeconds });
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const clientSecret = await callProvider(c, 'payment_provider_unavailable', () =>
      deps.provider.openCardChange(charged.id, { userId: member.id, userCreatedAt: member.createdAt }),
    );
    return c.json({ clientSecret } satisfies CardChange);
  })

  .post('/confirm', requireCaller, json(ConfirmCardRequest), async (c) => {
    const { snapshot } = await loadChargedAccount(c);
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const { setupIntent } = c.req.valid('json');
    const cardChange = unwrap(await callProvider(c, 'payment_unreadable', () => changeCard(deps, snapshot, setupIntent)));
    const member = requireMember(await c.var.store.users.signedIn(c.var.caller, c.var.now));
    return c.json({ ...cardChange, membership: presentMembership(member, c.var.now) } satisfies CardChanged);
  });

/** Loads the member first and then the account because only valid sessions need the second round trip. */
async function loadAccount(c: Context<SignedIn>): Promise<{ member: Member; snapshot: AccountSnapshot }> {
  const member = requireMember(await c.var.store.users.signedIn(c.var.caller, c.var.now));
  const { snapshot } = await c.var.store.money.load({ userId: member.id });
  if (!snapshot) throw new ApiError('not_signed_in');
  return { member, snapshot };
}

async function loadChargedAccount(
  c: Context<SignedIn>,
): Promise<{ member: Member; snapshot: AccountSnapshot; charged: SubscriptionState }> {
  const account = await loadAccount(c);
  const [charged] = chargedSubscriptions(account.snapshot.account);
  if (!charged) throw new ApiError('no_subscription');
  return { ...account, charged };
}
