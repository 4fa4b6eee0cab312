/** The site's pages as the Worker answers them where no file was found. */
import { expect, test } from 'vitest';
import { developerPatterns, drawnFiles, originMark, pagePatterns } from '#schema/pages.ts';
import type { Env } from '#worker/env.ts';
import { Client } from './client.ts';

/** A visitor of a Worker whose assets answer with the name of the file that was asked for. */
function visitor(): { client: Client; asked: Request[] } {
  const asked: Request[] = [];
  const assets = {
    fetch: async (request: Request) => {
      asked.push(request);
      const isKnown = request.headers.get('If-None-Match') === '"built"';
      const headers = { 'Content-Type': 'text/html', ETag: '"built"', 'Content-Security-Policy': "default-src 'self'" };
      const { pathname } = new URL(request.url);
      return isKnown
        ? new Response(null, { status: 304, headers })
        : new Response(`<title>${pathname}</title><a href="${originMark}/faq">${originMark}</a>`, { headers });
    },
  };
  const client = new Client();
  client.workerEnv = { ...client.workerEnv, ASSETS: assets as unknown as Env['ASSETS'] };
  return { client, asked };
}

const filled = (file: string) => `<title>/pages/${file}</title><a href="https://cards.test/faq">https://cards.test</a>`;
const pathOf = (pattern: string) => pattern.replace(/:\w+/g, 'TC-0000001');

test.each(
  Object.values(pagePatterns).map((pattern) => [pathOf(pattern), drawnFiles[pattern] ?? 'shell']),
)('%s answers 200 with %s, and the address of the site filled in', async (path, file) => {
  const response = await visitor().client.fetch(`${path}?tab=x`);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(filled(file));
});

test.each(['/AUTH', '/auth/', '/Auth/?ref=x'])('%s is the sign-in page too', async (path) => {
  const response = await visitor().client.fetch(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(filled('auth'));
});

test.each([
  '/nothing',
  '/dashboard/nothing',
  '/apiary',
  '/pages/home',
  '/pages/shell.html',
  '/index.html',
  '/%E0%A4%A',
  '/__proto__',
])('%s answers 404 with the not-found page', async (path) => {
  const response = await visitor().client.fetch(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(filled('not-found'));
});

test.each(Object.values(developerPatterns))('%s is there in development alone', async (path) => {
  const { client } = visitor();
  expect((await client.fetch(path)).status).toBe(200);
  client.workerEnv = { ...client.workerEnv, ENVIRONMENT: 'production' } as Env;
  const response = await client.fetch(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('/pages/not-found');
});

test('a known page is not sent again to who has it; an unknown one stays 404', async () => {
  const headers = { 'If-None-Match': '"built"' };
  expect((await visitor().client.fetch('/dashboard', { headers })).status).toBe(304);
  expect((await visitor().client.fetch('/', { headers })).status).toBe(304);
  expect((await visitor().client.fetch('/nothing', { headers })).status).toBe(404);
});

test('a part of a page is not to be had: its address could not be filled in', async () => {
  const { client, asked } = visitor();
  const response = await client.fetch('/', { headers: { Range: 'bytes=0-9', 'Accept-Encoding': 'br' } });
  expect(response.status).toBe(200);
  expect(asked.map(({ headers }) => [headers.get('Range'), headers.get('Accept-Encoding')])).toEqual([[null, 'br']]);
});

test('HEAD answers as GET does, without the page', async () => {
  const response = await visitor().client.fetch('/faq', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/html');
  expect(await response.text()).toBe('');
});

test('a missing asset is no page', async () => {
  const { client, asked } = visitor();
  const response = await client.fetch('/assets/gone-1234.js');
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('Not found');
  expect(asked).toEqual([]);
});

test.each([
  ['GET', '/api/health'],
  ['GET', '/api/nothing'],
  ['GET', '/api/user'],
  ['PUT', '/api/login'],
  ['POST', '/faq'],
  ['GET', '/assets/gone-1234.js'],
  ['GET', '/robots.txt'],
])('what the Worker itself answers to %s %s says what a browser may not do with it', async (method, path) => {
  const { headers } = await visitor().client.fetch(path, { method });
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('Permissions-Policy')).toBe('camera=(self), geolocation=(self), microphone=()');
  expect(headers.get('Referrer-Policy')).toBe('same-origin');
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('pages keep the headers that came with their files', async () => {
  const { headers } = await visitor().client.fetch('/');
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'self'");
});
