import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { downloadLinkTtlSeconds } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { advanceClock, Client, expectError, newMember } from '#tests/worker/support/client.ts';
import { addressOf, apiRoutes } from '#tests/worker/support/route-table.ts';
import { app } from '#worker/app.ts';
import { requireAdminOrLink } from '#worker/middleware/admin.ts';

const path = '/api/admin/users/export.csv?q=%C3%A5sa+x&sort=-email';
let admin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
  await newMember();
});
afterEach(() => {
  vi.useRealTimers();
});

async function linkTo(target = path, by = admin): Promise<string> {
  const { status, body } = await by.client.post<{ url: string }>('/api/admin/download-links', { path: target });
  expect(status).toBe(200);
  return body.url;
}

/** Opens the URL without a token, like a browser navigation. */
const follow = (url: string) => new Client().get<string>(url);

describe('a download link', () => {
  test('opens for whoever holds it, without a token', async () => {
    const answer = await follow(await linkTo());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="/);
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  });

  test('returns the same rows as the list', async () => {
    await newMember();
    const users = await admin.client.get<{ email: string }[]>('/api/admin/users?sort=-email');
    const file = await follow(await linkTo('/api/admin/users/export.csv?sort=-email'));
    const lines = file.body.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(users.body.length);
    for (const [index, { email }] of users.body.entries()) expect(lines[index]).toContain(email);
  });

  test('works for 60 seconds', async () => {
    const url = await linkTo();
    advanceClock(downloadLinkTtlSeconds - 2);
    expect((await follow(url)).status).toBe(200);
    advanceClock(downloadLinkTtlSeconds + 1);
    expectError(await new Client().get(url), 403, 'link_not_ours');
  });

  test('works for its exact address only', async () => {
    const url = await linkTo();
    const other = await newAdmin('super_admin');
    const altered = [
      url.replace('users', 'cards'),
      url.replace('q=', 'q=a'),
      url.replace('sort=-email', 'sort=email'),
      url.replace(/link_admin=\d+/, `link_admin=${other.id}`),
      url.replace(/link_expires=(\d+)/, (_, at) => `link_expires=${Number(at) + 3_600}`),
      url.replace(/link_signature=[^&]+/, 'link_signature=AAAA'),
      `${url}&role=free`,
      url.replace('/export.csv', ''),
    ];
    for (const address of altered) {
      expect(address).not.toBe(url);
      const answer = await new Client().get(address);
      // A signature for the CSV export must not give access to the list itself.
      if (address.includes('/export.csv')) expectError(answer, 403, 'link_not_ours');
      else expectError(answer, 401, 'admin_not_signed_in');
    }
    expectError(await new Client().get(url.replace(/&link_signature=[^&]+/, '')), 401, 'admin_not_signed_in');
  });

  test('ends with the session that created it', async () => {
    const leaving = await newAdmin('admin');
    const url = await linkTo(path, leaving);
    await env.DB.prepare('DELETE FROM admin_sessions WHERE admin_id = ?').bind(leaving.id).run();
    expectError(await new Client().get(url), 401, 'admin_not_signed_in');
  });

  test('can be signed for every download, and for nothing else', async () => {
    const boss = await newAdmin();
    const downloads = new Set<unknown>(app.routes.filter(({ handler }) => handler === requireAdminOrLink).map(({ path }) => path));
    expect(downloads.size).toBeGreaterThan(15);
    for (const route of apiRoutes()) {
      const target = addressOf(route, 'TC-7654321').replace(/:\w+/g, '7');
      const answer = await boss.client.post('/api/admin/download-links', { path: target });
      if (route.method === 'GET' && downloads.has(route.path)) expect(answer.status, target).toBe(200);
      else if (!downloads.has(route.path)) expectError(answer, 400, 'invalid_input');
    }
  });

  test('changes nothing', async () => {
    const url = await linkTo();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect((await new Client().call(method, url)).status).toBeGreaterThan(400);
  });

  test('cannot lead to another site', async () => {
    const elsewhere = [
      'https://evil.test/',
      '//evil.test/',
      '/api/user',
      '/api/admin/../user',
      '/api/admin/..//evil.test',
      '/api/admin/users?a=1#b',
    ];
    for (const target of [
      ...elsewhere,
      '/api/administrators',
      '/api/admin/users',
      '/api/admin/nothing/export.csv',
      '/api/admin/users/export.csv/',
      '/api/admin/users/export.csvx',
      '/api/admin/orders/x/print.pdf',
      '/api/admin/orders/7/print.pdf/more',
      '/api/admin\\..\\x',
      '',
      '/api/admin/users?a b',
      `/api/admin/users?q=${'x'.repeat(8_000)}`,
    ]) {
      expectError(await admin.client.post('/api/admin/download-links', { path: target }), 400, 'invalid_input');
    }
  });

  test.each(['山', '🧭'])('carries a search of 500 letters of any script: %s', async (letter) => {
    const query = new URLSearchParams({ q: letter.repeat(500) });
    expect((await follow(await linkTo(`/api/admin/users/export.csv?${query}`))).status).toBe(200);
  });
});

describe('a list query', () => {
  test('with unknown parameters is rejected with the reason', async () => {
    const refused: [string, string][] = [
      ['sort=shoe-size', 'sort'],
      ['sort=constructor', 'sort'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=ten', 'limit'],
      ['cursor=%00', 'cursor'],
      [`cursor=${'A'.repeat(4_001)}`, 'cursor'],
      [`q=${'x'.repeat(501)}`, 'q'],
      [`q=${'🧭'.repeat(501)}`, 'q'],
      ['role=king', 'role'],
    ];
    for (const [query, field] of refused) {
      const answer = await admin.client.get<{ fields: Record<string, string> }>(`/api/admin/users?${query}`);
      expect(answer.status, query).toBe(400);
      expect(Object.keys(answer.body.fields), query).toEqual([field]);
    }
  });

  test('may search for anything, including names of inherited object properties', async () => {
    for (const q of ['%', '_', '%_%', "'; DROP TABLE users; --", '\u0000', '\ud800', 'х'.repeat(500), '🧭'.repeat(500), '*', '"', '🧭']) {
      expect((await admin.client.get(`/api/admin/users?${new URLSearchParams({ q })}`)).status, JSON.stringify(q)).toBe(200);
    }
    expect((await admin.client.get('/api/admin/users?toString=1&constructor=2&__proto__=3')).status).toBe(200);
  });
});
