/** The Worker's HTTP side: middleware, routes, and the only place that writes errors out. */
import { type Context, type ExecutionContext, Hono, type MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import type { ErrorBody } from '#schema/site.ts';
import type { Env } from './env.ts';
import { ApiError } from './errors.ts';
import { describeError, logError } from './log.ts';
import { auditRefusals } from './middleware/admin-refusals.ts';
import { type AppEnv, context, requestId } from './middleware/context.ts';
import { deliverQueued } from './middleware/deliver-queued.ts';
import { finalAtPrimary } from './middleware/final-at-primary.ts';
import { ownHost } from './middleware/own-host.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { noteSessionUse } from './middleware/session-use.ts';
import { viewing } from './middleware/viewing.ts';
import { accountRoutes } from './routes/account.ts';
import { testCardRoutes } from './routes/admin/test-cards.ts';
import { adminRoutes } from './routes/admin.ts';
import { cardActivityRoutes } from './routes/card-activity.ts';
import { cardLookupRoutes, qrRoutes } from './routes/card-lookups.ts';
import { cardPrintRoutes } from './routes/card-print.ts';
import { cardRoutes } from './routes/cards.ts';
import { certificateRoutes, redemptionRoutes } from './routes/certificates.ts';
import { claimRoutes } from './routes/claims.ts';
import { contactRoutes } from './routes/contact.ts';
import { devMailboxRoutes } from './routes/dev-mailbox.ts';
import { findingRoutes } from './routes/finding.ts';
import { findRoutes } from './routes/finds.ts';
import { firebasePageRoutes } from './routes/firebase-pages.ts';
import { healthRoutes } from './routes/health.ts';
import { localStripeRoutes } from './routes/local-stripe.ts';
import { mailLinkRoutes } from './routes/mail-links.ts';
import { mapTileRoutes } from './routes/map-tiles.ts';
import { membershipRoutes, paymentRoutes } from './routes/membership.ts';
import { messageRoutes } from './routes/messages.ts';
import { myDataRoutes } from './routes/my-data.ts';
import { opsRoutes } from './routes/ops.ts';
import { checkoutRoutes, orderRoutes } from './routes/orders.ts';
import { parcelRoutes } from './routes/parcels.ts';
import { passkeySignInRoutes } from './routes/passkey-sign-in.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { passwordResetRoutes } from './routes/password-reset.ts';
import { paymentCardRoutes } from './routes/payment-card.ts';
import { payoutAddressRoutes } from './routes/payout-address.ts';
import { preferenceRoutes } from './routes/preferences.ts';
import { printFileRoutes, printWebhookRoutes } from './routes/print.ts';
import { earningRoutes, referralRoutes } from './routes/referrals.ts';
import { scanPlaceRoutes } from './routes/scan-place.ts';
import { scanRoutes } from './routes/scans.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { signInLogRoutes } from './routes/sign-ins.ts';
import { siteRoutes } from './routes/site.ts';
import { socialSignInRoutes } from './routes/social-sign-in.ts';
import { stripeWebhookRoutes } from './routes/stripe-webhook.ts';
import { testSignInRoutes } from './routes/test-sign-in.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { treasureChestRoutes } from './routes/treasure-chests.ts';

const noStore = 'no-store';

/** Pages and files have theirs from web/public/_headers. What is off is for pages, for browsers of long ago, or for Flash. */
const apiHeaders = secureHeaders({
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  contentSecurityPolicy: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginOpenerPolicy: false,
  permissionsPolicy: { camera: ['self'], geolocation: ['self'], microphone: [] },
  referrerPolicy: 'same-origin',
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  xFrameOptions: 'DENY',
});

/** What the Worker answers by itself outside of /api: refusals. What it passes on has brought its own. */
const headersWhereMissing: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!c.res.headers.has('Content-Security-Policy')) await apiHeaders(c, async () => {});
};

const api = new Hono<AppEnv>()
  .use(context, sameOrigin, viewing, deliverQueued, noteSessionUse)
  .use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', noStore);
  })
  .route('/health', healthRoutes)
  .route('/', siteRoutes)
  .route('/', signInRoutes)
  .route('/', socialSignInRoutes)
  .route('/', accountRoutes)
  .route('/', mailLinkRoutes)
  .route('/', payoutAddressRoutes)
  .route('/', passwordResetRoutes)
  .route('/login/passkey', passkeySignInRoutes)
  .route('/passkeys', passkeyRoutes)
  .route('/sign-ins', signInLogRoutes)
  .route('/sessions', sessionRoutes)
  .route('/', testSignInRoutes)
  .route('/', myDataRoutes)
  .route('/preferences', preferenceRoutes)
  .route('/', checkoutRoutes)
  .route('/orders', parcelRoutes)
  .route('/orders', orderRoutes)
  .route('/membership/card', paymentCardRoutes)
  .route('/membership', membershipRoutes)
  .route('/payments', paymentRoutes)
  .route('/referrals', referralRoutes)
  .route('/earnings', earningRoutes)
  .route('/treasure-chests', treasureChestRoutes)
  .route('/stripe', stripeWebhookRoutes)
  .route('/local-stripe', localStripeRoutes)
  .route('/ops', opsRoutes)
  .route('/print', printWebhookRoutes)
  .route('/print-files', printFileRoutes)
  .route('/cards', findingRoutes)
  .route('/cache-cards', cardPrintRoutes)
  .route('/cache-cards', cardRoutes)
  .route('/cache-cards', cardActivityRoutes)
  .route('/finds', findRoutes)
  .route('/card', cardLookupRoutes)
  .route('/qr', qrRoutes)
  .route('/ownership-claims', claimRoutes)
  .route('/contact', contactRoutes)
  .route('/messages', messageRoutes)
  .route('/scan', scanRoutes)
  .route('/scan/place', scanPlaceRoutes)
  .route('/redeem-certificate', redemptionRoutes)
  .route('/vacation-certificates', certificateRoutes)
  .route('/tokens', tokenRoutes)
  .route('/tiles', mapTileRoutes)
  .use('/test-cards/*', auditRefusals)
  .route('/test-cards', testCardRoutes)
  .route('/admin', adminRoutes);

export const app = new Hono<AppEnv>()
  .use(finalAtPrimary(answerAgain), requestId, headersWhereMissing, ownHost)
  .use('/api/*', apiHeaders)
  .route('/api', api)
  .route('/', firebasePageRoutes)
  .route('/', devMailboxRoutes);

app.notFound((c) => {
  const { pathname } = new URL(c.req.url);
  if (pathname === '/api' || pathname.startsWith('/api/')) return writeError(c, unroutable(c));
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  return writeError(c, isRead ? new ApiError('not_found') : new ApiError('method_not_allowed', { allow: ['GET', 'HEAD'] }));
});

app.onError((error, c) => {
  if (error instanceof ApiError) return writeError(c, error);
  logError('call_failed', {
    requestId: c.var.requestId,
    method: c.req.method,
    route: routeOf(c),
    error: describeError(error, { withStack: true }),
  });
  return writeError(c, new ApiError('internal'));
});

/** Declared by itself, since the app needs it to be made. */
function answerAgain(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response> {
  return app.fetch(request, env, context);
}

/** As it is mounted, without what a path may hold: ids, signed names of files. */
function routeOf(c: Context<AppEnv>): string | undefined {
  return matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path;
}

/** 405 where the path exists with another method, else 404. */
function unroutable(c: Context<AppEnv>): ApiError {
  const allow = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method !== 'ALL'),
  );
  return allow.length > 0 ? new ApiError('method_not_allowed', { allow }) : new ApiError('not_found');
}

function writeError(c: Context<AppEnv>, error: ApiError): Response {
  const { fields, retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (allow) c.header('Allow', allow.join(', '));
  c.header('Cache-Control', noStore);
  const body: ErrorBody = { message: error.message, code: error.reason, requestId: c.var.requestId, ...(fields && { fields }) };
  return c.json(body, error.status);
}
