/** The stand-in as an HTTP server on this machine only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults } from '#scripts/stand-in/faults.ts';
import { html } from '#scripts/stand-in/html.ts';
import { listenOnLoopback, type RunningStandIn } from '#scripts/stand-in/loopback.ts';
import { BodyTooLong, readBody } from '#scripts/stand-in/request-body.ts';
import { type Account, type Keys, openAccount } from '#scripts/stripe-stand-in/account.ts';
import { type ApiContext, answerApi } from '#scripts/stripe-stand-in/api.ts';
import { catchUpAll } from '#scripts/stripe-stand-in/billing/renewing.ts';
import { page } from '#scripts/stripe-stand-in/page.ts';
import { RequestLog } from '#scripts/stripe-stand-in/request-log.ts';
import { answerControl } from '#scripts/stripe-stand-in/routes/controls.ts';
import { answerPage } from '#scripts/stripe-stand-in/routes/pages.ts';
import { saveState } from '#scripts/stripe-stand-in/state-file.ts';

const bodyLimitBytes = 1_048_576;
const saveEveryMs = 250;
const openToPages = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Stripe-Version, Idempotency-Key',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Expose-Headers': 'Request-Id',
  'Access-Control-Max-Age': '600',
};

/** Stopping saves the objects. */
export async function serve(options: { port: number; keys: Keys; stateFile?: string | undefined }): Promise<RunningStandIn> {
  let context: ApiContext | undefined;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (context) void answer(context, request, response);
    else response.writeHead(503).end();
  };
  const { url, stop } = await listenOnLoopback(listener, { port: options.port });
  const account = openAccount(options.keys, url, options.stateFile);
  context = { account, faults: new Faults(), log: new RequestLog() };
  const save = savingTo(options.stateFile, account);
  const timers = [
    setInterval(save, saveEveryMs),
    setInterval(() => {
      catchUpAll(account);
      account.deliveries.sendDue();
    }, 1_000),
  ];
  return {
    url,
    stop() {
      for (const timer of timers) clearInterval(timer);
      stop();
      save();
    },
  };
}

function savingTo(stateFile: string | undefined, account: Account): () => void {
  let saved = account.store.version;
  return () => {
    if (!stateFile || account.store.version === saved) return;
    saved = account.store.version;
    saveState(stateFile, account);
  };
}

async function answer(context: ApiContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answerAny(context, request, response);
  } catch (error) {
    if (error instanceof BodyTooLong) send(response, 413, 'text/plain', 'Too much.');
    // Else only controls get here; the API answers its own failures.
    else send(response, 400, 'application/json', JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
  context.account.deliveries.sendDue();
}

async function answerAny(context: ApiContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', context.account.origin);
  const method = request.method ?? 'GET';
  if (method === 'OPTIONS') {
    response.writeHead(204, openToPages).end();
    return;
  }
  const body = await readBody(request, bodyLimitBytes);
  if (url.pathname.startsWith('/v1/')) return answerCall(context, request, response, url, body);
  if (url.pathname.startsWith('/stand-in/')) {
    const given = body ? (JSON.parse(body) as unknown) : {};
    const found = answerControl(context, { method, path: url.pathname, query: url.searchParams, body: given });
    return send(response, found ? 200 : 404, 'application/json', JSON.stringify(found ?? { error: 'No such control.' }, null, 2));
  }
  const shown = answerPage(context.account, { method, path: url.pathname, query: url.searchParams, form: new URLSearchParams(body) });
  if (!shown) {
    const content = html`<h1>Nothing here</h1><p>The Stripe stand-in has no such page.</p>`;
    return send(response, 404, 'text/html; charset=utf-8', page('Nothing here', content));
  }
  if ('location' in shown) response.writeHead(303, { Location: shown.location }).end();
  else send(response, shown.status, 'text/html; charset=utf-8', shown.html);
}

async function answerCall(context: ApiContext, request: IncomingMessage, response: ServerResponse, url: URL, body: string): Promise<void> {
  const header = (name: string) => request.headers[name]?.toString();
  const method = request.method ?? 'GET';
  const answered = await answerApi(context, {
    method,
    path: url.pathname,
    form: [url.search.slice(1), method === 'GET' ? '' : body].filter(Boolean).join('&'),
    headers: { authorization: header('authorization'), version: header('stripe-version'), idempotencyKey: header('idempotency-key') },
  });
  if (answered === 'cut') {
    request.socket.destroy();
    return;
  }
  send(response, answered.status, 'application/json', answered.body, { ...openToPages, ...answered.headers });
}

function send(response: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers }).end(body);
}
