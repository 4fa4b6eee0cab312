/** The stand-in as an HTTP server on this machine only: CORE's calls, controls for tests, and a page to look at. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, add, quote } from '#scripts/card-printer-stand-in/core.ts';
import { ordersPage } from '#scripts/card-printer-stand-in/pages.ts';
import { type Signal, Signals } from '#scripts/card-printer-stand-in/signals.ts';
import { type Keys, Workshop } from '#scripts/card-printer-stand-in/workshop.ts';
import { type Fault, Faults } from '#scripts/stripe-stand-in/faults.ts';

const bodyLimitBytes = 1_048_576;
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface RunningPrinter {
  url: string;
  stop(): void;
}

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

/** Listens on both loopback addresses; port 0 takes any that is free. */
export async function serve({ port: wanted, keys, stateFile, webhookUrl }: Options): Promise<RunningPrinter> {
  const workshop = new Workshop(keys, stateFile);
  const printer = { workshop, signals: new Signals(workshop, webhookUrl), faults: new Faults() };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(printer, request, response).catch((error: unknown) => {
      sendJson(response, { status: 400, body: { error: { info: error instanceof Error ? error.message : String(error) } } });
    });
  };
  const servers = [createServer(listener), createServer(listener)];
  const port = await listen(servers[0], wanted, '127.0.0.1');
  await listen(servers[1], port, '::1').catch((error: NodeJS.ErrnoException) => {
    // A machine without IPv6 does with one address; a port taken on the other one would answer for us.
    if (error.code === 'EADDRINUSE') throw error;
  });
  return {
    url: `http://localhost:${port}`,
    stop() {
      printer.signals.stop();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function listen(server: Server | undefined, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server?.once('error', reject);
    server?.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

async function answer(printer: Printer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const call = `${request.method} ${pathname}`;
  const text = request.method === 'POST' ? await readText(request) : '';
  if (call === 'POST /orders/quote' || call === 'POST /orders/add') return answerCore(printer, call, text, response);
  if (call === 'GET /stand-in/orders') return sendJson(response, { status: 200, body: printer.workshop.orders });
  if (call === 'POST /stand-in/faults') {
    const fault = JSON.parse(text) as Fault | { clear: true };
    if ('clear' in fault) printer.faults.clear();
    else printer.faults.plan(fault);
    return sendJson(response, { status: 200, body: {} });
  }
  if (call === 'POST /stand-in/quotes/expire') {
    printer.workshop.expireQuotes();
    return sendJson(response, { status: 200, body: {} });
  }
  if (call === 'POST /stand-in/signals') return sendSignals(printer, request, text, response);
  if (call === 'GET /') {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
    });
    response.end(ordersPage(printer.workshop.orders));
    return;
  }
  sendJson(response, { status: 404, body: { error: { info: `Nothing is at ${call}` } } });
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
  else sendJson(response, done);
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
  if (!order) return sendJson(response, { status: 404, body: { error: { info: 'Unknown order' } } });
  const statuses = await signals.send(order, wanted.signals, 'times' in wanted ? wanted.times : 1);
  if (!isForm) return sendJson(response, { status: 200, body: { statuses } });
  response.writeHead(303, { Location: '/' }).end();
}

function sendJson(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimitBytes) throw new Error('Too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
