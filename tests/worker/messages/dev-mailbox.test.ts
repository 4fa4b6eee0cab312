/** The mailbox of the development environment, served by the product's own host. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { Client, expectError } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

function clientOf(variables: Partial<Env>): Client {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Env), ...variables };
  return client;
}

const paths = ['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox/fake/mails', '/dev/mailbox/1/html'];

test.each(paths)('%s does not exist in production, even with a configured mailbox', async (path) => {
  expect((await clientOf({ ENVIRONMENT: 'production', MAILBOX_BASE: 'http://localhost:1' }).fetch(path)).status).toBe(404);
});

test.each(paths)('%s does not exist without a configured mailbox', async (path) => {
  expect((await clientOf({}).fetch(path)).status).toBe(404);
});

test('the development mailbox page is passed on without its other headers', async () => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'none'", 'Set-Cookie': 'session=x' };
    return new Response('<h1>Mailbox</h1>', { headers });
  });
  const answer = await clientOf({ MAILBOX_BASE: 'http://localhost:9999' }).fetch('/dev/mailbox/7?as=text');
  expect(await answer.text()).toBe('<h1>Mailbox</h1>');
  expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
  expect(answer.headers.get('Set-Cookie')).toBeNull();
  expect(requests).toEqual(['http://localhost:9999/dev/mailbox/7?as=text']);
  vi.unstubAllGlobals();
});

test('an unreachable development mailbox is reported', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
  const answer = await clientOf({ MAILBOX_BASE: 'http://localhost:9999' }).fetch('/dev/mailbox');
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('isn’t responding');
  vi.unstubAllGlobals();
});

test.each([
  'nobody',
  'Cache Cards <>',
  'a@b\nBcc: c@d',
  '<a@b.test>',
])('the sender %j is rejected, and the log names the variable', async (from) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expectError(await clientOf({ MAIL_FROM: from }).get('/api/health'), 500, 'internal');
  expect(log.mock.calls.join()).toContain('MAIL_FROM');
  log.mockRestore();
});

test.each(['', 'a@b.test', 'Cache Cards <hello@b.test>'])('the sender %j is accepted', async (from) => {
  expect((await clientOf({ MAIL_FROM: from }).get('/api/health')).status).toBe(200);
});
