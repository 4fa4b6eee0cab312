/** The site's pages as the Worker answers them where no file was found. */
import { expect, test } from 'vitest';
import { pagePatterns } from '#schema/pages.ts';
import type { Env } from '#worker/env.ts';
import { Client } from './client.ts';

/** A visitor of a Worker whose assets hold the site's shell alone. */
function visitor(): { client: Client; asked: string[] } {
  const asked: string[] = [];
  const assets = {
    fetch: async (request: Request) => {
      asked.push(new URL(request.url).pathname);
      const isKnown = request.headers.get('If-None-Match') === '"shell"';
      const headers = { 'Content-Type': 'text/html', ETag: '"shell"' };
      return isKnown ? new Response(null, { status: 304, headers }) : new Response('<title>shell</title>', { headers });
    },
  };
  const client = new Client();
  client.workerEnv = { ...client.workerEnv, ASSETS: assets as unknown as Env['ASSETS'] };
  return { client, asked };
}

test.each(
  Object.values(pagePatterns).map((pattern) => pattern.replace(':cardId', 'TC-0000001')),
)('%s answers 200 with the shell', async (path) => {
  const { client, asked } = visitor();
  const response = await client.fetch(`${path}?tab=x`);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('<title>shell</title>');
  expect(asked).toEqual(['/']);
});

test.each([
  '/nothing',
  '/dashboard/nothing',
  '/test-auth',
  '/apiary',
  '/%E0%A4%A',
  '/__proto__',
])('%s answers 404 with the shell, which shows the not-found page', async (path) => {
  const response = await visitor().client.fetch(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('<title>shell</title>');
});

test('a known page is not sent again to who has it; an unknown one stays 404', async () => {
  const headers = { 'If-None-Match': '"shell"' };
  expect((await visitor().client.fetch('/dashboard', { headers })).status).toBe(304);
  expect((await visitor().client.fetch('/nothing', { headers })).status).toBe(404);
});

test('a missing asset is no page', async () => {
  const { client, asked } = visitor();
  const response = await client.fetch('/assets/gone-1234.js');
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('Not found');
  expect(asked).toEqual([]);
});
