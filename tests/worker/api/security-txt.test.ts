/** /.well-known/security.txt (RFC 9116). Product rules: Errors. */
import { afterEach, expect, test, vi } from 'vitest';
import { securityEmail } from '#schema/site-contacts.ts';
import { Client, setClock } from '#tests/worker/support/client.ts';

const path = '/.well-known/security.txt';

afterEach(() => {
  vi.useRealTimers();
});

async function read() {
  const response = await new Client().fetch(path, {});
  const lines = (await response.text()).trimEnd().split('\n');
  return { response, fields: lines.map((line) => line.split(': ') as [string, string]) };
}

test('security.txt names the contact, the language and its own address', async () => {
  const { response, fields } = await read();
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(fields.filter(([name]) => name !== 'Expires')).toEqual([
    ['Contact', `mailto:${securityEmail}`],
    ['Contact', 'https://cards.test/contact'],
    ['Preferred-Languages', 'en'],
    ['Canonical', `https://cards.test${path}`],
  ]);
});

test.each(['2026-11-21T10:00:00Z', '2031-02-28T23:59:59Z'])('security.txt read at %s expires half a year later', async (now) => {
  setClock(now);
  const { fields } = await read();
  const expires = Object.fromEntries(fields).Expires;
  const days = (Date.parse(expires ?? '') - Date.parse(now)) / 86_400_000;
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
  expect(days).toBeGreaterThan(179);
  expect(days).toBeLessThanOrEqual(180);
});
