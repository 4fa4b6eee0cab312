import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DesignUrl } from '#schema/printing/design-url.ts';

const read = (text: string) => v.safeParse(DesignUrl, text);

test.each([
  ['', null],
  ['   ', null],
  ['https://designs.example.com/card.pdf', 'https://designs.example.com/card.pdf'],
  [' HTTPS://Designs.Example.COM:443/a b.pdf ', 'https://designs.example.com/a%20b.pdf'],
  ['https://8.8.8.8/card.pdf', 'https://8.8.8.8/card.pdf'],
  ['https://[2a00:1450::1]/card.pdf', 'https://[2a00:1450::1]/card.pdf'],
])('the address %j of a design is accepted as %j', (text, url) => {
  expect(read(text)).toMatchObject({ success: true, output: url });
});

describe('an address of a design is refused:', () => {
  test.each([
    'http://example.com/card.pdf',
    'ftp://example.com/card.pdf',
    'file:///etc/passwd',
    'data:application/pdf;base64,JVBERi0=',
    'javascript:alert(1)',
    '//example.com/card.pdf',
    'https:example.com/card.pdf',
    'https:///card.pdf',
    'https://',
    'https://exa mple.com/',
    'https://user@example.com/card.pdf',
    'https://user:pass@example.com/card.pdf',
    'https://example.com:8443/card.pdf',
    'https://example.com:80/card.pdf',
    'https://localhost/card.pdf',
    'https://localhost./card.pdf',
    'https://card.local/card.pdf',
    'https://printer/card.pdf',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/card.pdf',
    'https://127.1/card.pdf',
    'https://2130706433/card.pdf',
    'https://0x7f.0.0.1/card.pdf',
    'https://0177.0.0.1/card.pdf',
    'https://0.0.0.0/card.pdf',
    'https://10.1.2.3/card.pdf',
    'https://172.16.0.1/card.pdf',
    'https://192.168.1.1/card.pdf',
    'https://100.64.0.1/card.pdf',
    'https://[::1]/card.pdf',
    'https://[::]/card.pdf',
    'https://[fe80::1]/card.pdf',
    'https://[fd00::1]/card.pdf',
    'https://[::ffff:10.0.0.1]/card.pdf',
    'https://[::ffff:a00:1]/card.pdf',
    'https://[64:ff9b::a00:1]/card.pdf',
    'https://[2002:a00:1::]/card.pdf',
    'https://１２７.0.0.1/card.pdf',
    `https://example.com/${'a'.repeat(500)}`,
  ])('%s', (text) => {
    expect(read(text).success).toBe(false);
  });
});
