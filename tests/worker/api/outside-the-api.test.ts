/**
 * Requests outside the API. The Worker itself serves only API calls, Firebase's pages and local pages. These tests check the responses,
 * including headers, to all other requests.
 */
import { expect, test } from 'vitest';
import { Client, expectError } from '#tests/worker/support/client.ts';

test.each(['/', '/faq', '/dashboard', '/nowhere', '/__/nothing', '/assets/gone-1234.js'])('the Worker does not serve %s', async (path) => {
  const client = new Client();
  expectError(await client.get(path), 404, 'not_found');
  const answer = await client.post(path, {});
  expectError(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('Allow')).toBe('GET, HEAD');
});

test.each([
  ['GET', '/api/health'],
  ['GET', '/api/nothing'],
  ['GET', '/api/user'],
  ['PUT', '/api/login'],
  ['POST', '/faq'],
  ['GET', '/__/auth/handler'],
])('the response to %s %s has the security headers', async (method, path) => {
  const { headers } = await new Client().fetch(path, { method });
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  expect(headers.get('Permissions-Policy')).toBe('camera=(self), geolocation=(self), microphone=()');
  expect(headers.get('Referrer-Policy')).toBe('same-origin');
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
});
