import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('browsers never return without encryption, nor to a subdomain', () => {
  expect(readFileSync('web/public/_headers', 'utf8')).toMatch(/^ {2}Strict-Transport-Security: max-age=31536000; includeSubDomains$/m);
});

test('pages run no inline script, submit to no foreign base or form, and cannot be framed by others', () => {
  const headers = readFileSync('web/public/_headers', 'utf8');
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(headers).toContain(part);
  expect(/script-src ([^;]*)/.exec(headers)?.[1]).not.toMatch(/'unsafe-(inline|eval)'|data:|\s\*\s/);
  expect(headers).toMatch(/^ {2}X-Content-Type-Options: nosniff$/m);
  expect(headers).toMatch(/^ {2}Referrer-Policy: same-origin$/m);
  expect(headers).not.toMatch(/Access-Control/i);
});

test('pages may frame only our own host, which serves the sign-in frame, and Stripe', () => {
  const policy = /Content-Security-Policy: (.*)/.exec(readFileSync('web/public/_headers', 'utf8'))?.[1] ?? '';
  const framed = /(?:^|; )frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
  expect(framed).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']);
});
