/** The mailbox of the development environment, called through the Worker's own client. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json } from '#scripts/fakes/core/responses.ts';
import { type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';
import { serve } from '#scripts/fakes/mailbox/server.ts';
import type { ReceivedMail } from '#scripts/fakes/mailbox/state.ts';
import { cloudflareMail } from '#worker/clients/cloudflare-mail.ts';
import { localMailbox } from '#worker/clients/local-mailbox.ts';
import { MailProviderError } from '#worker/clients/mail-provider.ts';

const mail = {
  messageId: '<1@cards.test>',
  to: 'fay@example.test',
  subject: 'Hello <b>Fay</b>',
  html: '<!doctype html><html><head></head><body><p>Hello</p><a href="https://cards.test/x">x</a></body></html>',
  text: 'Hello <script>alert(1)</script>',
  headers: { 'List-Unsubscribe': '<https://cards.test/api/unsubscribe/one-click?token=7.x>' },
};

let folder: string;
let mailbox: RunningFake;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  mailbox = await serve({ port: 0, stateFile: join(folder, 'mails.json') });
});
afterEach(() => {
  mailbox.stop();
  rmSync(folder, { recursive: true });
});

const send = (more: Partial<typeof mail> = {}, limitMs?: number) =>
  localMailbox(mailbox.url, 'Trail <trail@cards.test>', limitMs).send({ replyTo: null, ...mail, ...more });
const mails = async (to = ''): Promise<ReceivedMail[]> =>
  (await fetch(`${mailbox.url}/fake/mails?to=${encodeURIComponent(to)}`)).json() as Promise<ReceivedMail[]>;
const orderFault = (fault: object) =>
  fetch(`${mailbox.url}/fake/faults`, { method: 'POST', body: JSON.stringify({ match: 'POST /send', ...fault }) });
const page = async (path: string) => {
  const answer = await fetch(`${mailbox.url}${path}`);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

test('the development mailbox reports bounces as Cloudflare does, by itself for bounce.test', async () => {
  const events: { type: string; payload: { recipient: string } }[] = [];
  const receiver = await serveFake(0, () => ({
    handle({ body }) {
      events.push(JSON.parse(body));
      return json(204, {});
    },
  }));
  mailbox.stop();
  mailbox = await serve({ port: 0, eventsUrl: `${receiver.url}/dev/mail-events` });
  await send({ to: 'Fay@Bounce.test' });
  await vi.waitFor(() =>
    expect(events).toMatchObject([{ type: 'cf.email.sending.message.bounced', payload: { recipient: 'Fay@Bounce.test' } }]),
  );
  const bounce = (body: object) => fetch(`${mailbox.url}/fake/bounces`, { method: 'POST', body: JSON.stringify(body) });
  expect((await bounce({ to: 'max@example.test', type: 'complaint' })).status).toBe(200);
  expect((await bounce({ to: 'max@example.test' })).status).toBe(400);
  expect(events.map(({ type }) => type).slice(1)).toEqual(['cf.email.sending.message.complained']);
  receiver.stop();
});

test('the development mailbox stores received email, newest first, across restarts', async () => {
  await send();
  await send({ messageId: '<2@cards.test>', to: 'Max@example.test' });
  expect(await mails()).toMatchObject([{ to: 'Max@example.test' }, { ...mail, from: 'Trail <trail@cards.test>', deliveries: 1 }]);
  expect(await mails('max@EXAMPLE.test')).toHaveLength(1);
  mailbox.stop();
  mailbox = await serve({ port: 0, stateFile: join(folder, 'mails.json') });
  expect(await mails()).toHaveLength(2);
});

test('the development mailbox shows a repeated Message-ID once, with a count', async () => {
  await send();
  await send();
  expect(await mails()).toMatchObject([{ deliveries: 2 }]);
  expect((await page('/dev/mailbox/1')).html).toContain('(2 deliveries)');
});

test('the development mailbox refuses incomplete emails, and those that inject headers', async () => {
  await expect(send({ subject: '' })).rejects.toThrow('400: {\n  "error": "A mail needs subject"');
  await expect(send({ subject: 'Hi\r\nBcc: all@evil.test' })).rejects.toThrow('subject must be one line');
  expect(await mails()).toEqual([]);
});

describe('the mailbox page', () => {
  test('lists the emails with links, and escapes their content', async () => {
    expect((await page('/dev/mailbox')).html).toContain('No emails yet');
    await send();
    const list = await page('/dev/mailbox');
    expect(list.html).toContain('href="/dev/mailbox/1"');
    expect(list.html).toContain('Hello &lt;b&gt;Fay&lt;/b&gt;');
    expect(list.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect((await page('/dev/mailbox?to=nobody@example.test')).html).toContain('No emails yet');
  });

  test('shows an email as HTML in a frame without scripts, and as text', async () => {
    await send();
    const mailPage = await page('/dev/mailbox/1');
    expect(mailPage.html).toContain('sandbox="allow-popups allow-top-navigation-by-user-activation"');
    expect(mailPage.html).toContain('&lt;https://cards.test/api/unsubscribe/one-click?token=7.x&gt;');
    expect((await page('/dev/mailbox/1?as=text')).html).toContain('Hello &lt;script&gt;');
    expect((await page('/dev/mailbox/1/html')).html).toContain('<base target="_top"></head><body><p>Hello</p>');
    expect((await page('/dev/mailbox/2')).status).toBe(404);
  });
});

describe('the development mailbox as a provider that', () => {
  test('fails, the email is not accepted and can be sent again', async () => {
    await orderFault({ status: 503, times: 2 });
    await expect(send()).rejects.toThrow(MailProviderError);
    await expect(send()).rejects.toThrow('The mailbox returned 503');
    await send();
    expect(await mails()).toMatchObject([{ deliveries: 1 }]);
  });

  test('never answers, the client gives up', async () => {
    await orderFault({ delayMs: 60_000, drop: true });
    await expect(send({}, 100)).rejects.toThrow(MailProviderError);
    expect(await mails()).toEqual([]);
  });

  test('answers too late, the email has arrived, and a retry is recognized as the same one', async () => {
    await orderFault({ lateMs: 300 });
    await expect(send({}, 100)).rejects.toThrow(MailProviderError);
    await send();
    expect(await mails()).toMatchObject([{ deliveries: 2 }]);
  });

  test('is unreachable, the client reports it', async () => {
    mailbox.stop();
    await expect(send()).rejects.toThrow(MailProviderError);
  });
});

test('the reply-to address is stored with the email', async () => {
  const to = 'office@example.test';
  await localMailbox(mailbox.url, null).send({ ...mail, to, replyTo: 'gus@example.test' });
  expect((await mails(to))[0]?.headers).toMatchObject({ 'Reply-To': 'gus@example.test' });
});

test('the mailbox receives the same fields as Cloudflare’s binding', async () => {
  const sent: unknown[] = [];
  const binding = { send: async (given: unknown) => void sent.push(given) } as unknown as Parameters<typeof cloudflareMail>[0];
  const complete = { ...mail, replyTo: 'gus@example.test' };
  await cloudflareMail(binding, 'Trail <trail@cards.test>').send(complete);
  await localMailbox(mailbox.url, 'Trail <trail@cards.test>').send(complete);
  const [{ messageId, from, to, subject, html, text, headers } = {} as ReceivedMail] = await mails();
  const [, name, email] = /^(.*) <(.*)>$/.exec(from) ?? [];
  const { 'Reply-To': replyTo, ...others } = headers;
  expect(sent).toEqual([{ from: { name, email }, to, replyTo, subject, html, text, headers: { ...others, 'X-Entity-Ref-ID': messageId } }]);
});
