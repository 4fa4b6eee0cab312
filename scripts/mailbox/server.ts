/** The mailbox as an HTTP server on this machine only: POST /send, GET /mails, POST /faults, and pages to look at. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults } from '#scripts/mailbox/faults.ts';
import { Mails } from '#scripts/mailbox/mails.ts';
import { listPage, mailboxPath, mailDocument, mailPage, page } from '#scripts/mailbox/pages.ts';
import { sendJson, sendPage } from '#scripts/stand-in/answers.ts';
import { html } from '#scripts/stand-in/html.ts';
import { listenOnLoopback, type RunningStandIn } from '#scripts/stand-in/loopback.ts';
import { readBody } from '#scripts/stand-in/request-body.ts';

const bodyLimitBytes = 5 * 1_048_576;
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'self'";

interface Mailbox {
  mails: Mails;
  faults: Faults;
}

/** Without a file the mails are gone when it stops. */
export async function serve({ port, stateFile }: { port: number; stateFile?: string | undefined }): Promise<RunningStandIn> {
  const mailbox: Mailbox = { mails: new Mails(stateFile), faults: new Faults() };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(mailbox, request, response).catch((error: unknown) => {
      sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
    });
  };
  return listenOnLoopback(listener, { port });
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
  if (path === '/' || path === '') return sendPage(response, 200, listPage(mails.list(to), to), pagePolicy);
  const [, id, isHtml] = /^\/(\d+)(\/html)?$/.exec(path) ?? [];
  const mail = id === undefined ? undefined : mails.find(Number(id));
  if (!mail) {
    const content = html`<h1>Nothing here</h1><p><a href="${mailboxPath}">All mails</a></p>`;
    return sendPage(response, 404, page('Nothing here', content), pagePolicy);
  }
  const shown = isHtml ? mailDocument(mail) : mailPage(mail, url.searchParams.get('as') === 'text' ? 'text' : 'html');
  return sendPage(response, 200, shown, pagePolicy);
}

async function takeMail(mails: Mails, faults: Faults, posted: unknown, response: ServerResponse): Promise<void> {
  const fault = faults.take();
  if (fault?.mode === 'time_out') return;
  if (fault?.mode === 'fail') return sendJson(response, 503, { error: 'This mail fails, as ordered' });
  const { id, messageId } = mails.take(posted);
  if (fault) await new Promise((resolve) => setTimeout(resolve, fault.seconds * 1_000));
  sendJson(response, 200, { id, messageId });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(await readBody(request, bodyLimitBytes));
}
