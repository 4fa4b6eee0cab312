/** Stripe's HTTP API: keys, version, idempotency, the work itself, expansion. */

import type { Faults } from '#scripts/stand-in/faults.ts';
import { type Account, apiVersion } from '#scripts/stripe-stand-in/account.ts';
import { Call, matchRoute, type Route } from '#scripts/stripe-stand-in/call.ts';
import { badRequest, failureOfStatus, StripeFailure, unauthorized } from '#scripts/stripe-stand-in/errors.ts';
import { expandAnswer } from '#scripts/stripe-stand-in/expand.ts';
import { type FormObject, parseForm } from '#scripts/stripe-stand-in/form.ts';
import { claimKey, releaseKey, rememberAnswer } from '#scripts/stripe-stand-in/idempotency.ts';
import { newId } from '#scripts/stripe-stand-in/ids.ts';
import type { RequestLog } from '#scripts/stripe-stand-in/request-log.ts';
import { chargeRoutes, paymentMethodRoutes } from '#scripts/stripe-stand-in/routes/charges.ts';
import { couponRoutes } from '#scripts/stripe-stand-in/routes/coupons.ts';
import { customerRoutes } from '#scripts/stripe-stand-in/routes/customers.ts';
import { disputeRoutes } from '#scripts/stripe-stand-in/routes/disputes.ts';
import { eventRoutes } from '#scripts/stripe-stand-in/routes/events.ts';
import { invoiceRoutes } from '#scripts/stripe-stand-in/routes/invoices.ts';
import { paymentIntentRoutes } from '#scripts/stripe-stand-in/routes/payment-intents.ts';
import { priceRoutes } from '#scripts/stripe-stand-in/routes/prices.ts';
import { productRoutes } from '#scripts/stripe-stand-in/routes/products.ts';
import { refundRoutes } from '#scripts/stripe-stand-in/routes/refunds.ts';
import { subscriptionRoutes } from '#scripts/stripe-stand-in/routes/subscriptions.ts';
import { testClockRoutes } from '#scripts/stripe-stand-in/routes/test-clocks.ts';
import { webhookEndpointRoutes } from '#scripts/stripe-stand-in/routes/webhook-endpoints.ts';
import type { WireObject } from '#scripts/stripe-stand-in/shapes.ts';

const routes: Route[] = [
  ...[customerRoutes, productRoutes, priceRoutes, couponRoutes, paymentIntentRoutes, subscriptionRoutes, invoiceRoutes],
  ...[chargeRoutes, paymentMethodRoutes, refundRoutes, disputeRoutes, webhookEndpointRoutes, eventRoutes, testClockRoutes],
].flat();

export interface ApiRequest {
  method: string;
  path: string;
  /** The query of a GET, the body of anything else. */
  form: string;
  headers: { authorization?: string | undefined; version?: string | undefined; idempotencyKey?: string | undefined };
}

export interface ApiAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

export interface ApiContext {
  account: Account;
  faults: Faults;
  log: RequestLog;
}

/** The answer to a call, or 'cut' when a planned fault ends the connection. */
export async function answerApi(context: ApiContext, request: ApiRequest): Promise<ApiAnswer | 'cut'> {
  const requestId = newId('req').slice(0, 18);
  const answer = await answerOnce(context, request, requestId).catch((error: unknown) => failureAnswer(error));
  const key = request.headers.idempotencyKey ?? null;
  const replayed = answer !== 'cut' && answer.headers['Idempotent-Replayed'] === 'true';
  context.log.add({
    method: request.method,
    path: request.path,
    idempotencyKey: key,
    requestId,
    status: answer === 'cut' ? 0 : answer.status,
    replayed,
  });
  if (answer === 'cut') return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'Request-Id': requestId, 'Stripe-Version': apiVersion, ...(key && { 'Idempotency-Key': key }) },
  };
}

async function answerOnce({ account, faults }: ApiContext, request: ApiRequest, requestId: string): Promise<ApiAnswer | 'cut'> {
  const form = parseForm(request.form);
  const caller = authenticate(account, request, form);
  const handle = handlerOf(request, caller);
  const fault = faults.take(`${request.method} ${request.path}`, request.form);
  if (fault?.status) throw failureOfStatus(fault.status);
  if (fault?.drop) return 'cut';
  const key = request.method === 'POST' && caller === 'secret' ? request.headers.idempotencyKey : undefined;
  const claim = key ? claimKey(account, key, request.path, request.form) : undefined;
  if (claim?.remembered) return { ...claim.remembered, headers: { 'Idempotent-Replayed': 'true' } };
  try {
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    account.request = { id: requestId, idempotency_key: key ?? null };
    const { answer, begun } = work(() => handle(account, form));
    if (key && claim && begun) rememberAnswer(account, key, { fingerprint: claim.fingerprint, status: answer.status, body: answer.body });
    return fault?.dropAfter ? 'cut' : answer;
  } finally {
    account.request = null;
    if (key) releaseKey(key);
  }
}

/** The key decides who calls: a server, or a page with a client secret. */
function authenticate(account: Account, { headers, path }: ApiRequest, form: FormObject): 'secret' | 'page' {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? (typeof form.key === 'string' ? form.key : undefined);
  const { secretKey, publishableKey } = account.keys;
  if (given === publishableKey) {
    if (headers.version && headers.version !== apiVersion) throw wrongVersion(headers.version);
    return 'page';
  }
  if (given === undefined) throw unauthorized('You did not provide an API key. Provide it in the Authorization header, using Bearer auth.');
  if (given !== secretKey) throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}`);
  if (headers.version !== apiVersion) throw wrongVersion(headers.version);
  if ('key' in form) throw badRequest('Received unknown parameter: key', { code: 'parameter_unknown', param: 'key' });
  return path.startsWith('/v1/') ? 'secret' : 'page';
}

function wrongVersion(given: string | undefined): StripeFailure {
  return badRequest(`Invalid Stripe API version: ${given ?? 'none'}. This stand-in speaks ${apiVersion} and no other.`);
}

function handlerOf({ method, path }: ApiRequest, caller: 'secret' | 'page'): (account: Account, form: FormObject) => WireObject {
  const match = matchRoute(routes, method, path);
  if (!match) {
    const message = `Unrecognized request URL (${method}: ${path}).`;
    throw new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message }, false);
  }
  const answer = caller === 'secret' ? match.route.answer : match.route.forPages;
  if (!answer) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw new StripeFailure(403, { type: 'invalid_request_error', code: 'secret_key_required', message }, false);
  }
  return (account, form) => {
    const call = new Call(account, path, match.ids, form);
    return expandAnswer(account, { ...answer(call) }, call.expand);
  };
}

function work(handle: () => WireObject): { answer: ApiAnswer; begun: boolean } {
  try {
    return { answer: { status: 200, body: JSON.stringify(handle(), null, 2), headers: {} }, begun: true };
  } catch (error) {
    return { answer: failureAnswer(error), begun: error instanceof StripeFailure && error.begun };
  }
}

function failureAnswer(error: unknown): ApiAnswer {
  if (!(error instanceof StripeFailure)) console.error(error);
  const failure = error instanceof StripeFailure ? error : failureOfStatus(500);
  return { status: failure.status, body: JSON.stringify({ error: failure.body }, null, 2), headers: {} };
}
