/** Links that a member may submit as proof of an ownership claim; administrators open them. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ProofUrl } from '#schema/claims/proof-url.ts';

const resultOf = (text: unknown) => {
  const result = v.safeParse(ProofUrl, text);
  return result.success ? result.output : result.issues[0].message;
};
const notHttps = 'The link must start with https://';
const notPublic = 'The link must lead to a public web page';

describe('a proof link', () => {
  test.each([
    ['https://www.geocaching.com/profile/?u=fay', 'https://www.geocaching.com/profile/?u=fay'],
    ['  https://example.com/a b ', 'https://example.com/a%20b'],
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['https://example.com:8443/p#top', 'https://example.com:8443/p#top'],
    ['https://bücher.example.de/ß', 'https://xn--bcher-kva.example.de/%C3%9F'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://localhost.run.example.net/', 'https://localhost.run.example.net/'],
  ])('%s is accepted', (text, href) => expect(resultOf(text)).toBe(href));

  test.each([
    'http://example.com/',
    'javascript:alert(1)',
    'JaVaScRiPt://example.com/%0aalert(1)',
    'data:text/html,hi',
    'file:///etc/passwd',
    'ftp://example.com/',
    '//example.com/',
    'https:/example.com/',
    'https:\\\\example.com',
    'example.com',
  ])('%s does not begin with https', (text) => expect(resultOf(text)).toBe(notHttps));

  test.each([
    'https://localhost/',
    'https://LOCALHOST:8787/',
    'https://localhost./',
    'https://app.localhost/',
    'https://router/',
    'https://printer.local/',
    'https://wiki.internal/',
    'https://nas.home.arpa/',
    'https://0.0.0.0/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://ｌocalhost/',
  ])('%s is not on the public internet', (text) => expect(resultOf(text)).toBe(notPublic));

  test.each([
    'https://me@example.com/',
    'https://me:secret@example.com/',
    'https://example.com@evil.example.org/',
  ])('%s contains a user name or password', (text) => expect(resultOf(text)).toBe('Remove the user name and password from the link'));

  test.each(['https://exa mple.com/', 'https://?', 'https://example.com:99999/', 'https://[1::2::3]/'])('%s is no link', (text) =>
    expect(resultOf(text)).toBe('This link is incomplete. Copy it from the address bar.'));

  test('has at most 500 characters and is not empty', () => {
    const base = 'https://example.com/';
    expect(resultOf(base + 'a'.repeat(500 - base.length))).toMatch(/^https/);
    expect(resultOf(base + 'a'.repeat(501 - base.length))).toBe('The link can have at most 500 characters');
    for (const nothing of ['', '   ', 17, null, undefined, {}])
      expect(resultOf(nothing)).toBe('Please enter a link that proves the card is yours');
  });
});
