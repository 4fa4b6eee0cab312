import { type Faults, wait } from '#scripts/fakes/core/faults.ts';
import { droppedConnection, type FakeResponse, type JsonResponse, json } from '#scripts/fakes/core/responses.ts';
import type { Request } from '#scripts/fakes/core/server.ts';
import { type Account, apiVersion } from '#scripts/fakes/stripe/account.ts';
import { Call, matchRoute, type Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest, createStatusFailure, StripeFailure, unauthorized } from '#scripts/fakes/stripe/http/errors.ts';
import { expandResponse } from '#scripts/fakes/stripe/http/expand.ts';
import { type FormObject, parseForm } from '#scripts/fakes/stripe/http/form.ts';
import { claimKey, releaseKey, storeResponse } from '#scripts/fakes/stripe/http/idempotency.ts';
import type { WireObject } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';
import { balanceTransactionRoutes } from '#scripts/fakes/stripe/routes/balance-transactions.ts';
import { catalogueRoutes } from '#scripts/fakes/stripe/routes/catalogue.ts';
import { chargeRoutes } from '#scripts/fakes/stripe/routes/charges.ts';
import { customerRoutes } from '#scripts/fakes/stripe/routes/customers.ts';
import { disputeRoutes } from '#scripts/fakes/stripe/routes/disputes.ts';
import { eventRoutes } from '#scripts/fakes/stripe/routes/events.ts';
import { invoiceRoutes } from '#scripts/fakes/stripe/routes/invoices.ts';
import { paymentIntentRoutes, paymentIntentRoutesOfPages } from '#scripts/fakes/stripe/routes/payment-intents.ts';
import { paymentMethodDomainRoutes } from '#scripts/fakes/stripe/routes/payment-method-domains.ts';
import { setupIntentRoutes, setupIntentRoutesOfPages } from '#scripts/fakes/stripe/routes/setup-intents.ts';
import { subscriptionRoutes } from '#scripts/fakes/stripe/routes/subscriptions.ts';
import { testClockRoutes } from '#scripts/fakes/stripe/routes/test-clocks.ts';
import { webhookEndpointRoutes } from '#scripts/fakes/stripe/routes/webhook-endpoints.ts';

const routes: Routes = {
  ...{
    ...customerRoutes,
    ...catalogueRoutes,
    ...paymentIntentRoutes,
    ...setupIntentRoutes,
    ...subscriptionRoutes,
  },
  ...{
    ...invoiceRoutes,
    ...chargeRoutes,
    ...balanceTransactionRoutes,
    ...disputeRoutes,
    ...webhookEndpointRoutes,
    ...paymentMethodDomainRoutes,
    ...eventRoutes,
    ...testClockRoutes,
  },
};

const routesOfPages: Routes = { ...paymentIntentRoutesOfPages, ...setupIntentRoutesOfPages };

interface ApiCall {
  method: string;
  path: string;
  form: string;
  authorization: string | undefined;
  version: string | undefined;
  key: string | null;
}

export async function handleApiRequest(
  account: Account,
  faults: Faults,
  { call, path, query, headers, body }: Request,
): Promise<FakeResponse> {
  const [method = ''] = call.split(' ');
  const header = (name: string) => headers[name]?.toString();
  const form = [query.toString(), method === 'GET' ? '' : body].filter(Boolean).join('&');
  const key = header('idempotency-key') ?? null;
  const apiCall = { method, path, form, authorization: header('authorization'), version: header('stripe-version'), key };
  const requestId = createId('req').slice(0, 18);
  const response = await handleCall(account, faults, apiCall, requestId).catch(failureResponse);
  const replayed = response.headers?.['Idempotent-Replayed'] === 'true';
  return {
    ...response,
    headers: { ...response.headers, 'Request-Id': requestId, 'Stripe-Version': apiVersion, ...(key && { 'Idempotency-Key': key }) },
    logged: { idempotencyKey: key, requestId, replayed },
  };
}

async function handleCall(account: Account, faults: Faults, apiCall: ApiCall, requestId: string): Promise<FakeResponse> {
  const { method, path, form: text } = apiCall;
  const form = parseForm(text);
  const caller = authenticate(account, apiCall, form);
  const handle = findHandler(apiCall, caller);
  const fault = faults.take(`${method} ${path}`, text);
  if (fault?.status) throw createStatusFailure(fault.status);
  if (fault?.drop) return droppedConnection;
  const key = method === 'POST' && caller === 'secret' ? apiCall.key : null;
  const claim = key ? claimKey(account, key, path, text) : undefined;
  if (claim?.storedResponse)
    return json(claim.storedResponse.status, JSON.parse(claim.storedResponse.body), { 'Idempotent-Replayed': 'true' });
  try {
    if (fault?.delayMs) await wait(fault.delayMs);
    account.request = { id: requestId, idempotency_key: key };
    const { response, hasBegun } = runHandler(() => handle(account, form));
    const { status, body } = response;
    if (key && claim && hasBegun) storeResponse(account, key, { fingerprint: claim.fingerprint, status, body });
    return fault?.dropAfter ? droppedConnection : response;
  } finally {
    account.request = null;
    if (key) releaseKey(key);
  }
}

/** Returns the kind of caller based on the API key: a server with the secret key, or a page with a client secret. */
function authenticate(account: Account, { authorization, version, path }: ApiCall, form: FormObject): 'secret' | 'page' {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? (typeof form.key === 'string' ? form.key : undefined);
  const { secretKey, publishableKey } = account.keys;
  if (key === publishableKey) {
    if (version && version !== apiVersion) throw versionFailure(version);
    return 'page';
  }
  if (key === undefined) throw unauthorized('You did not provide an API key. Provide it in the Authorization header, using Bearer auth.');
  if (key !== secretKey) throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`);
  if (version !== apiVersion) throw versionFailure(version);
  if ('key' in form) throw badRequest('Received unknown parameter: key', { code: 'parameter_unknown', param: 'key' });
  return path.startsWith('/v1/') ? 'secret' : 'page';
}

function versionFailure(version: string | undefined): StripeFailure {
  return badRequest(`Invalid Stripe API version: ${version ?? 'none'}. This fake only supports ${apiVersion}.`);
}

type Handle = (account: Account, form: FormObject) => WireObject;

function findHandler({ method, path }: ApiCall, caller: 'secret' | 'page'): Handle {
  const match = matchRoute(routes, `${method} ${path}`);
  if (!match) {
    const message = `Unrecognized request URL (${method}: ${path}).`;
    throw new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message }, false);
  }
  const { name, ids } = match;
  const handler = (caller === 'secret' ? routes : routesOfPages)[name];
  if (!handler) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw new StripeFailure(403, { type: 'invalid_request_error', code: 'secret_key_required', message }, false);
  }
  return (account, form) => {
    const call = new Call(account, path, ids, form);
    return expandResponse(account, { ...handler(call) }, call.expand);
  };
}

function runHandler(handle: () => WireObject): { response: JsonResponse; hasBegun: boolean } {
  try {
    return { response: json(200, handle()), hasBegun: true };
  } catch (error) {
    return { response: failureResponse(error), hasBegun: error instanceof StripeFailure && error.hasBegun };
  }
}

function failureResponse(error: unknown): JsonResponse {
  if (!(error instanceof StripeFailure)) console.error(error);
  const failure = error instanceof StripeFailure ? error : createStatusFailure(500);
  return json(failure.status, { error: failure.body });
}
