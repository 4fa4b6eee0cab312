/** The mailbox as an HTTP server on this machine only: POST /send, GET /mails, POST /faults, and pages to look at. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Faults } from '#scripts/mailbox/faults.ts';
import { Mails } from '#scripts/mailbox/mails.ts';
import { listPage, mailboxPath, mailDocument, mailPage, page } from '#scripts/mailbox/pages.ts';
import { html } from '#scripts/stripe-stand-in/page.ts';

const bodyLimitBytes = 5 * 1_048_576;
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'self'";

export interface RunningMailbox {
  url: string;
  stop(): void;
}

interface Mailbox {
  mails: Mails;
  faults: Faults;
}

/** Listens on both loopback addresses; port 0 takes any that is free. */
export async function serve(options: { port: number; stateFile?: string | undefined }): Promise<RunningMailbox> {
  const mailbox: Mailbox = { mails: new Mails(options.stateFile), faults: new Faults() };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(mailbox, request, response).catch((error: unknown) => {
      sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
    });
  };
  const servers = [createServer(listener), createServer(listener)];
  const port = await listen(servers[0], options.port, '127.0.0.1');
  await listen(servers[1], port, '::1').catch((error: NodeJS.ErrnoException) => {
    // A machine without IPv6 does with one address; a port taken on the other one would answer for us.
    if (error.code === 'EADDRINUSE') throw error;
  });
  return {
    url: `http://localhost:${port}`,
    stop() {
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

async function answer({ mails, faults }: Mailbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const path = url.pathname.startsWith(mailboxPath) ? url.pathname.slice(mailboxPath.length) || '/' : url.pathname;
  const call = `${request.method} ${path}`;
  if (call === 'POST /faults') {
    faults.order((await readJson(request)) as Record<string, unknown>);
    return sendJson(response, 200, {});
  }
  if (call === 'POST /send') return takeMail(mails, faults, await readJson(request), response);
  if (request.method !== 'GET') return sendJson(response, 405, { error: 'Only GET, POST /send and POST /faults' });

  const to = url.searchParams.get('to');
  if (path === '/mails') return sendJson(response, 200, mails.list(to));
  if (path === '/' || path === '') return sendPage(response, 200, listPage(mails.list(to), to));
  const [, id, isHtml] = /^\/(\d+)(\/html)?$/.exec(path) ?? [];
  const mail = id === undefined ? undefined : mails.find(Number(id));
  if (!mail) return sendPage(response, 404, page('Nothing here', html`<h1>Nothing here</h1><p><a href="${mailboxPath}">All mails</a></p>`));
  return sendPage(response, 200, isHtml ? mailDocument(mail) : mailPage(mail, url.searchParams.get('as') === 'text' ? 'text' : 'html'));
}

async function takeMail(mails: Mails, faults: Faults, posted: unknown, response: ServerResponse): Promise<void> {
  const fault = faults.take();
  if (fault?.mode === 'time_out') return;
  if (fault?.mode === 'fail') return sendJson(response, 503, { error: 'This mail fails, as ordered' });
  const { id, messageId } = mails.take(posted);
  if (fault) await new Promise((resolve) => setTimeout(resolve, fault.seconds * 1_000));
  sendJson(response, 200, { id, messageId });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body, null, 2));
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  response.writeHead(status, { ...headers, 'Content-Security-Policy': pagePolicy }).end(body);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimitBytes) throw new Error('Too much');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
