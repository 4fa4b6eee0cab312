import { type Context, type ExecutionContext, Hono, type MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import { requestBodyLimitBytes, webhookBodyLimitBytes } from '#schema/rules.ts';
import type { ErrorBody } from '#schema/site.ts';
import { accountRoutes } from '#worker/routes/accounts/account.ts';
import { mailLinkRoutes } from '#worker/routes/accounts/mail-links.ts';
import { myDataRoutes } from '#worker/routes/accounts/my-data.ts';
import { preferenceRoutes } from '#worker/routes/accounts/preferences.ts';
import { firebasePageRoutes } from '#worker/routes/accounts/sign-in/firebase-pages.ts';
import { linkedProviderRoutes } from '#worker/routes/accounts/sign-in/linked-providers.ts';
import { passkeySignInRoutes } from '#worker/routes/accounts/sign-in/passkey-sign-in.ts';
import { passkeyRoutes } from '#worker/routes/accounts/sign-in/passkeys.ts';
import { passwordResetRoutes } from '#worker/routes/accounts/sign-in/password-reset.ts';
import { sessionRoutes } from '#worker/routes/accounts/sign-in/sessions.ts';
import { signInRoutes } from '#worker/routes/accounts/sign-in/sign-in.ts';
import { signInLogRoutes } from '#worker/routes/accounts/sign-in/sign-ins.ts';
import { socialSignInRoutes } from '#worker/routes/accounts/sign-in/social-sign-in.ts';
import { testSignInRoutes } from '#worker/routes/accounts/sign-in/test-sign-in.ts';
import { adminRoutes } from '#worker/routes/admin/admin.ts';
import { healthRoutes } from '#worker/routes/admin/system/health.ts';
import { opsRoutes } from '#worker/routes/admin/system/ops.ts';
import { testCardRoutes } from '#worker/routes/cards/admin-test-cards.ts';
import { cardActivityRoutes } from '#worker/routes/cards/card-activity.ts';
import { cardLookupRoutes, qrRoutes } from '#worker/routes/cards/card-lookups.ts';
import { cardRoutes } from '#worker/routes/cards/cards.ts';
import { certificateRoutes, redemptionRoutes } from '#worker/routes/certificates/certificates.ts';
import { treasureChestRoutes } from '#worker/routes/chests/treasure-chests.ts';
import { claimRoutes } from '#worker/routes/claims/claims.ts';
import { findingRoutes } from '#worker/routes/finding/finding.ts';
import { mapTileRoutes } from '#worker/routes/finding/map-tiles.ts';
import { localStripeRoutes } from '#worker/routes/memberships/local-stripe.ts';
import { membershipRoutes, paymentRoutes } from '#worker/routes/memberships/membership.ts';
import { paymentCardRoutes } from '#worker/routes/memberships/payment-card.ts';
import { stripeWebhookRoutes } from '#worker/routes/memberships/stripe-webhook.ts';
import { contactRoutes } from '#worker/routes/messages/contact.ts';
import { devMailboxRoutes } from '#worker/routes/messages/dev-mailbox.ts';
import { messageRoutes } from '#worker/routes/messages/messages.ts';
import { checkoutRoutes, orderRoutes } from '#worker/routes/orders/orders.ts';
import { parcelRoutes } from '#worker/routes/orders/parcels.ts';
import { payoutAddressRoutes } from '#worker/routes/payouts/payout-address.ts';
import { cardPrintRoutes } from '#worker/routes/printing/card-print.ts';
import { printFileRoutes, printWebhookRoutes } from '#worker/routes/printing/print.ts';
import { progressRoutes } from '#worker/routes/progress/progress.ts';
import { earningRoutes, referralRoutes } from '#worker/routes/referrals/referrals.ts';
import { findRoutes } from '#worker/routes/scans/finds.ts';
import { scanPlaceRoutes } from '#worker/routes/scans/scan-place.ts';
import { scanRoutes } from '#worker/routes/scans/scans.ts';
import { securityTextRoutes } from '#worker/routes/security-txt.ts';
import { stayFigureRoutes, stayRoutes } from '#worker/routes/stays/stays.ts';
import { tokenRoutes } from '#worker/routes/tokens/tokens.ts';
import type { Env } from './env.ts';
import { ApiError } from './errors.ts';
import { describeError, logError } from './log.ts';
import { auditRefusals } from './middleware/admin-refusals.ts';
import { type AppEnv, context, requestId } from './middleware/context.ts';
import { countServerError } from './middleware/count-server-error.ts';
import { deliverQueued } from './middleware/deliver-queued.ts';
import { wholeBody } from './middleware/json-body.ts';
import { ownHost } from './middleware/own-host.ts';
import { retryRefusedReads } from './middleware/retry-refused-reads.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { forgetEndedSessions } from './middleware/session.ts';
import { noteSessionUse } from './middleware/session-use.ts';
import { viewing } from './middleware/viewing.ts';
import { siteRoutes } from './routes/site.ts';

const noStore = 'no-store';

/**
 * Security headers of API responses. Pages and files get theirs from web/public/_headers. The disabled headers only affect pages, old
 * browsers or Flash.
 */
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

/** Sets headers on error responses that the Worker itself creates outside /api. Proxied responses keep their own headers. */
const addMissingHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!c.res.headers.has('Content-Security-Policy')) await apiHeaders(c, async () => {});
};

const api = new Hono<AppEnv>()
  .use('/stripe/webhook', wholeBody(webhookBodyLimitBytes))
  .use('/print/webhook', wholeBody(webhookBodyLimitBytes))
  .use(wholeBody(requestBodyLimitBytes), context, sameOrigin, viewing, deliverQueued, forgetEndedSessions, noteSessionUse)
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
  .route('/sign-in-providers', linkedProviderRoutes)
  .route('/sessions', sessionRoutes)
  .route('/', testSignInRoutes)
  .route('/', myDataRoutes)
  .route('/preferences', preferenceRoutes)
  .route('/progress', progressRoutes)
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
  .route('/stays', stayFigureRoutes)
  .route('/stays', stayRoutes)
  .route('/tokens', tokenRoutes)
  .route('/tiles', mapTileRoutes)
  .use('/test-cards/*', auditRefusals)
  .route('/test-cards', testCardRoutes)
  .route('/admin', adminRoutes);

export const app = new Hono<AppEnv>()
  .use(retryRefusedReads(handleRequest), requestId, addMissingHeaders, ownHost)
  .use('/api/*', apiHeaders)
  .route('/api', api)
  .route('/', firebasePageRoutes)
  .route('/', securityTextRoutes)
  .route('/', devMailboxRoutes);

app.notFound((c) => {
  const { pathname } = new URL(c.req.url);
  if (pathname === '/api' || pathname.startsWith('/api/')) return writeError(c, createRouteError(c));
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  return writeError(c, isRead ? new ApiError('not_found') : new ApiError('method_not_allowed', { allow: ['GET', 'HEAD'] }));
});

app.onError((error, c) => {
  if (error instanceof ApiError) return writeError(c, error);
  logError('call_failed', {
    requestId: c.var.requestId,
    method: c.req.method,
    route: getRoute(c),
    error: describeError(error, { withStack: true }),
  });
  countServerError(c);
  return writeError(c, new ApiError('internal'));
});

/** A hoisted function rather than a constant because `retryRefusedReads` needs it before `app` is fully defined. */
function handleRequest(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response> {
  return app.fetch(request, env, context);
}

/** Returns the route pattern for logs because the path itself may contain ids and signed file names. */
function getRoute(c: Context<AppEnv>): string | undefined {
  return matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path;
}

/** Returns a 405 error if the path exists for another method, or a 404 error if it does not exist. */
function createRouteError(c: Context<AppEnv>): ApiError {
  const allowedMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method !== 'ALL'),
  );
  return allowedMethods.length > 0 ? new ApiError('method_not_allowed', { allow: allowedMethods }) : new ApiError('not_found');
}

function writeError(c: Context<AppEnv>, error: ApiError): Response {
  const { params, field, retryAfterSeconds, allow, data } = error.details;
  const fields = field ? { [field]: error.message } : error.details.fields;
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (allow) c.header('Allow', allow.join(', '));
  c.header('Cache-Control', noStore);
  const { message, reason: code } = error;
  const optional = { ...(params && { params }), ...(fields && { fields }), ...(data && { data }) };
  const body: ErrorBody = { message, code, requestId: c.var.requestId, ...optional };
  return c.json(body, error.status);
}
