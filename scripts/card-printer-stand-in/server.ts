/** The stand-in as an HTTP server on this machine only: CORE's calls, controls for tests, and a page to look at. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { add, quote } from '#scripts/card-printer-stand-in/core.ts';
import { ordersPage } from '#scripts/card-printer-stand-in/pages.ts';
import { type Signal, Signals } from '#scripts/card-printer-stand-in/signals.ts';
import { type Keys, Workshop } from '#scripts/card-printer-stand-in/workshop.ts';
import { sendJson, sendPage } from '#scripts/stand-in/answers.ts';
import { type Fault, Faults } from '#scripts/stand-in/faults.ts';
import { listenOnLoopback, type RunningStandIn } from '#scripts/stand-in/loopback.ts';
import { readBody } from '#scripts/stand-in/request-body.ts';

const bodyLimitBytes = 1_048_576;
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface Printer {
  workshop: Workshop;
  signals: Signals;
  faults: Faults;
}

interface Options {
  port: number;
  keys: Keys;
  stateFile?: string | undefined;
  webhookUrl?: string | undefined;
}

/** Without a file everything is gone when it stops; without an address signals are only kept. */
export async function serve({ port, keys, stateFile, webhookUrl }: Options): Promise<RunningStandIn> {
  const workshop = new Workshop(keys, stateFile);
  const printer = { workshop, signals: new Signals(workshop, webhookUrl), faults: new Faults() };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(printer, request, response).catch((error: unknown) => {
      sendJson(response, 400, { error: { info: error instanceof Error ? error.message : String(error) } });
    });
  };
  const { url, stop } = await listenOnLoopback(listener, { port });
  return {
    url,
    stop() {
      printer.signals.stop();
      stop();
    },
  };
}

async function answer(printer: Printer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const call = `${request.method} ${pathname}`;
  const text = request.method === 'POST' ? await readBody(request, bodyLimitBytes) : '';
  if (call === 'POST /orders/quote' || call === 'POST /orders/add') return answerCore(printer, call, text, response);
  if (call === 'GET /stand-in/orders') return sendJson(response, 200, printer.workshop.orders);
  if (call === 'POST /stand-in/faults') {
    const fault = JSON.parse(text) as Fault | { clear: true };
    if ('clear' in fault) printer.faults.clear();
    else printer.faults.plan(fault);
    return sendJson(response, 200, {});
  }
  if (call === 'POST /stand-in/quotes/expire') {
    printer.workshop.expireQuotes();
    return sendJson(response, 200, {});
  }
  if (call === 'POST /stand-in/signals') return sendSignals(printer, request, text, response);
  if (call === 'GET /') return sendPage(response, 200, ordersPage(printer.workshop.orders), pagePolicy);
  sendJson(response, 404, { error: { info: `Nothing is at ${call}` } });
}

async function answerCore({ workshop, signals, faults }: Printer, call: string, text: string, response: ServerResponse): Promise<void> {
  const fault = faults.take(call, '');
  if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  if (fault?.drop) return void response.destroy();
  if (fault?.status !== undefined) {
    // A success that was ordered as a fault says nothing that makes sense.
    response.writeHead(fault.status, { 'Content-Type': 'application/json' });
    response.end(fault.status < 300 ? '<html>Welcome' : JSON.stringify({ error: { type: 'fault', info: 'This call fails, as ordered' } }));
    return;
  }
  const posted = JSON.parse(text) as Record<string, unknown>;
  const isNew = workshop.orderBy(posted.reference) === undefined;
  const done = call.endsWith('/quote') ? quote(workshop, posted) : await add(workshop, posted);
  const order = workshop.orderBy(posted.reference);
  if (fault?.dropAfter) response.destroy();
  else sendJson(response, done.status, done.body);
  if (order && isNew) void signals.send(order, [{ type: 'CloudprinterOrderValidated' }]);
}

/** `{reference, signals: [{type, datetime?, item?, tracking?, message?}], times?}`, or the page's form, which goes back to the page. */
async function sendSignals(
  { workshop, signals }: Printer,
  request: IncomingMessage,
  text: string,
  response: ServerResponse,
): Promise<void> {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const form = new URLSearchParams(isForm ? text : '');
  const wanted = isForm
    ? { reference: form.get('reference') ?? '', signals: [{ type: form.get('type') ?? '' }] }
    : (JSON.parse(text) as { reference: string; signals: Signal[]; times?: number });
  const order = workshop.orderBy(wanted.reference);
  if (!order) return sendJson(response, 404, { error: { info: 'Unknown order' } });
  const statuses = await signals.send(order, wanted.signals, 'times' in wanted ? wanted.times : 1);
  if (!isForm) return sendJson(response, 200, { statuses });
  response.writeHead(303, { Location: '/' }).end();
}
