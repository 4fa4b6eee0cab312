/** See "Payments and memberships" in docs/product-rules.md. */
import { type Context, Hono } from 'hono';
import { IdentityProof } from '#schema/accounts/identity-proof.ts';
import { DeliveryRequest } from '#schema/orders/delivery.ts';
import { CardOrderRequest, type CardOrderResponse, type PaymentIntentResponse, type PaymentOrder } from '#schema/orders/order.ts';
import { parcelAddressEnteredMail } from '#worker/domain/messages/mail.ts';
import { type Purchase, readPurchase, readQuantity } from '#worker/domain/orders/checkout.ts';
import { ApiError } from '#worker/errors.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { closeOrder, followUp, reconcileOrder } from '#worker/flows/memberships/follow-up.ts';
import { type Checkout, openCheckout } from '#worker/flows/orders/open-checkout.ts';
import { payFromBalance } from '#worker/flows/orders/pay-from-balance.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, optionalJson } from '#worker/middleware/json-body.ts';
import { sameOriginAlways } from '#worker/middleware/same-origin.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { confirmCaller } from '#worker/routes/accounts/current-password.ts';
import { callProvider } from '#worker/routes/memberships/call-provider.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import type { OwnOrder } from '#worker/store/orders/orders.ts';
import { presentOrder } from './present-money.ts';

export const checkoutRoutes = new Hono<AppEnv>()
  .get('/payment-intent/:type/:id', sameOriginAlways, requireCaller, async (c) => c.json(await openPayment(c)))

  // For orders that need proof of identity. A GET then reuses the order.
  .post('/payment-intent/:type/:id', requireCaller, json(IdentityProof), async (c) =>
    c.json(await openPayment(c, c.req.valid('json').currentPassword)),
  )

  .post('/cache-cards/order', requireCaller, json(CardOrderRequest), async (c) => {
    const { clientSecret, own } = await checkout(c, unwrap(readQuantity(c.req.valid('json').quantity)));
    if (!own || clientSecret === null) throw new ApiError('payment_unavailable');
    const order = presentOrder(own);
    return c.json({ clientSecret, cards: order.cards, order } satisfies CardOrderResponse);
  });

export const orderRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { member, orders } = await c.var.store.orders.listOpen(c.var.caller, c.var.now);
    requireMember(member);
    return c.json(orders.map((order) => presentOrder({ order, cards: [] })));
  })

  .get('/by-payment/:paymentIntentId', requireCaller, async (c) => {
    const { member, order } = await c.var.store.orders.findByPayment(c.var.caller, c.req.param('paymentIntentId'), c.var.now);
    const { role } = requireMember(member);
    if (!order && role === 'free') throw new ApiError('order_not_found');
    if (!order) return c.json({ orderId: null, type: 'membership', checkoutId: role } satisfies PaymentOrder);
    const { id, type, checkoutId } = presentOrder({ order, cards: [] });
    return c.json({ orderId: id, type, checkoutId } satisfies PaymentOrder);
  })

  .get('/:orderId', requireCaller, async (c) => c.json(presentOrder(await ownOrder(c))))

  .post('/:orderId/confirm', requireCaller, async (c) => {
    const { order } = await ownOrder(c);
    if (order.status === 'open') {
      const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
      const outcome = await callProvider(c, 'payment_unreadable', () => reconcileOrder(deps, order));
      if (outcome?.ok) c.executionCtx.waitUntil(followUp(deps, outcome.value));
    }
    return c.json(presentOrder(await ownOrder(c)));
  })

  .post('/:orderId/use-balance', requireCaller, optionalJson(IdentityProof), async (c) => {
    const { order } = await ownOrder(c);
    if (order.status === 'open') {
      await confirmCaller(c, c.req.valid('json').currentPassword);
      const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
      const address = c.req.header('CF-Connecting-IP') ?? null;
      const outcome = unwrap(await callProvider(c, 'payment_unavailable', () => payFromBalance(deps, c.var.caller, order, address)));
      if (outcome) c.executionCtx.waitUntil(followUp(deps, outcome));
    }
    return c.json(presentOrder(await ownOrder(c)));
  })

  .post('/:orderId/cancel', requireCaller, async (c) => {
    const { order } = await ownOrder(c);
    if (order.status === 'open') {
      const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
      await callProvider(c, 'payment_provider_unavailable', () => closeOrder(deps, order));
    }
    return c.json(presentOrder(await ownOrder(c)));
  })

  .put('/:orderId/delivery', requireCaller, json(DeliveryRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { member, order } = await ownOrder(c);
    const { delivery, address, currentPassword } = c.req.valid('json');
    const parcelTo = (delivery === 'ship' && address) || null;
    // An address that an intruder entered could go unnoticed until the owner has paid.
    if (parcelTo || order.shippingAddress !== null) await confirmCaller(c, currentPassword);
    const warning =
      order.status === 'paid' && parcelTo
        ? parcelAddressEnteredMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member, order.id, parcelTo)
        : undefined;
    const choice = { delivery, address: parcelTo && JSON.stringify(parcelTo), warning };
    const updatedOrder = await store.orders.setDelivery(caller.userId, order.id, choice, now);
    if (!updatedOrder) throw new ApiError('delivery_fixed');
    return c.json(presentOrder(updatedOrder));
  });

async function openPayment(
  c: Context<SignedIn, '/payment-intent/:type/:id'>,
  currentPassword?: string | null,
): Promise<PaymentIntentResponse> {
  const purchase = unwrap(readPurchase(c.req.param('type'), c.req.param('id')));
  const { clientSecret, description, quantity, amountCents, dueCents, own } = await checkout(c, purchase, currentPassword);
  return {
    clientSecret,
    orderDetails: { description, quantity, amount: amountCents, fromBalance: Math.max(0, amountCents - dueCents), dueNow: dueCents },
    order: own ? presentOrder(own) : null,
  };
}

async function checkout(c: Context<SignedIn>, purchase: Purchase, currentPassword?: string | null): Promise<Checkout> {
  const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
  return unwrap(
    await callProvider(c, 'payment_unavailable', () =>
      openCheckout(deps, c.var.caller, purchase, c.req.header('CF-Connecting-IP') ?? null, () => confirmCaller(c, currentPassword)),
    ),
  );
}

async function ownOrder(c: Context<SignedIn>): Promise<OwnOrder & { member: Member }> {
  const { member: found, own } = await c.var.store.orders.own(c.var.caller, rowId(c.req.param('orderId')), c.var.now);
  const member = requireMember(found);
  if (!own) throw new ApiError('order_not_found');
  return { ...own, member };
}
