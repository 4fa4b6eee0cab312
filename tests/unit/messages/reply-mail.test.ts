/** Which received emails are added to a conversation, and their text. */
import { describe, expect, test } from 'vitest';
import {
  decideSender,
  findReply,
  htmlToText,
  isAddressedTo,
  isAutomatic,
  type ReceivedHeaders,
  stripQuotes,
} from '#worker/domain/messages/reply-mail.ts';
import { readReplyAddress, replyAddress } from '#worker/security/reply-address.ts';

const target = { id: 31, email: 'Gus+cards@example.test', isConfirmed: true, isErased: false };
const passed = 'mx.cloudflare.net; dkim=pass header.d=example.test; dmarc=pass header.from=example.test policy.dmarc=none; spf=pass';
const results = (value: string) => ({ key: 'authentication-results', value });
const fromHeader = { key: 'from', value: 'Gus <gus@example.test>' };

function mail(changes: Partial<ReceivedHeaders> = {}, ...authentication: string[]): ReceivedHeaders {
  const headers = [...(authentication.length > 0 ? authentication : [passed]).map(results), fromHeader];
  return {
    envelopeFrom: 'gus@example.test',
    headers,
    from: ['gus@example.test'],
    to: [],
    ...changes,
  };
}
const refusalOf = (...args: Parameters<typeof decideSender>) => {
  const decision = decideSender(...args);
  return decision.ok ? 'accepted' : decision.refusal;
};

describe('a reply', () => {
  test('is accepted from the one address, written in any case or with a tag', () => {
    expect(decideSender(target, mail())).toEqual({ ok: true, value: target });
    expect(refusalOf(target, mail({ from: ['GUS@EXAMPLE.TEST'] }))).toBe('accepted');
  });

  test.each([
    'gus@example.test',
    'gus@example.test <gus@example.test>',
    '"eve@example.test, \\"Gus\\"" <gus@example.test> (eve@example.test)',
    '=?utf-8?Q?G=C3=BCs_=40home?= <Gus@Example.test>',
  ])('is accepted from the header %s', (value) => {
    expect(refusalOf(target, mail({ headers: [results(passed), { key: 'from', value }] }))).toBe('accepted');
  });

  test.each<[string, Partial<ReceivedHeaders>]>([
    ['another address', { from: ['eve@example.test'] }],
    ['a similar domain', { from: ['gus@example.test.evil.test'] }],
    ['two addresses', { from: ['gus@example.test', 'eve@example.test'] }],
    ['no address', { from: [] }],
    ['two From headers', { headers: [results(passed), fromHeader, fromHeader] }],
    ...[
      '<gus@example.test> <eve@example.test>',
      '<gus@example.test>eve@example.test',
      'eve@example.test <gus@example.test>',
      '"Gus <gus@example.test>',
    ].map((value): [string, Partial<ReceivedHeaders>] => [`the header ${value}`, { headers: [results(passed), { key: 'from', value }] }]),
  ])('is refused from %s', (_, changes) => {
    expect(refusalOf(target, mail(changes))).toBe('wrong_sender');
  });

  test('is refused for unknown or erased conversations', () => {
    expect(refusalOf(undefined, mail())).toBe('unknown_address');
    expect(refusalOf({ ...target, isErased: true }, mail())).toBe('unknown_address');
    expect(refusalOf({ ...target, isConfirmed: false }, mail())).toBe('unconfirmed_address');
  });
});

test.each<[string, string[], number, boolean]>([
  ['only to the reply address is accepted', ['31-abc@reply.cards.test'], 1, true],
  ['to several addresses, in any letter case, is accepted', ['eve@example.test', '31-ABC@Reply.cards.test'], 1, true],
  ['to another address is not', ['eve@example.test'], 1, false],
  ['with a second To header is not', ['eve@example.test', '31-abc@reply.cards.test'], 2, false],
  ['without a To header is not', [], 0, false],
])('an email %s', (_, to, count, isAccepted) => {
  const headers = Array.from({ length: count }, () => ({ key: 'to', value: 'x' }));
  expect(isAddressedTo('31-abc@reply.cards.test', { headers, to })).toBe(isAccepted);
});

describe('DMARC', () => {
  test.each([
    ['with a comment', passed.replace('dmarc=pass', 'dmarc=pass (p=REJECT; \\) "sp=none)')],
    [
      'with other letter case and a version',
      passed.replace('mx.cloudflare.net', 'MX.Cloudflare.net 1').replace('dmarc=pass', 'DMARC=Pass'),
    ],
  ])('passes %s', (_, header) => {
    expect(refusalOf(target, mail({}, header))).toBe('accepted');
  });

  test('passes if a sender’s server added its own results below ours', () => {
    expect(refusalOf(target, mail({}, passed, 'mx.example.test; dmarc=fail header.from=example.test'))).toBe('accepted');
  });

  test.each([
    ['a failed check', passed.replace('dmarc=pass', 'dmarc=fail')],
    ['a domain without a policy', passed.replace('dmarc=pass', 'dmarc=none')],
    ['no check', 'mx.cloudflare.net; spf=pass'],
    ['another domain', passed.replace('header.from=example.test', 'header.from=evil.test')],
    ['another server', passed.replace('mx.cloudflare.net', 'mx.evil.test')],
    ['a server whose name only begins like ours', passed.replace('mx.cloudflare.net', 'mx.cloudflare.net.evil.test')],
    ['a pass that is only in a comment', 'mx.cloudflare.net (; dmarc=pass header.from=example.test); dmarc=fail header.from=example.test'],
    ['a pass that is only in a quoted text', 'mx.cloudflare.net; spf=pass reason="x; dmarc=pass header.from=example.test"'],
    ['two verdicts', `${passed}; dmarc=fail header.from=example.test`],
    ['a second verdict in a comment', passed.replace('dmarc=pass', 'dmarc=pass (dmarc=fail)')],
    ['an unterminated comment before it', passed.replace('dmarc=pass', 'spf=pass (x; dmarc=pass')],
    ['an unterminated quoted string', `${passed}; spf=pass reason="x`],
    ['a property whose name only ends in header.from', passed.replace('header.from', 'polrec.header.from')],
  ])('fails with %s', (_, header) => {
    expect(refusalOf(target, mail({}, header))).toBe('not_authenticated');
  });

  test('fails with a header that the sender forged', () => {
    const failed = passed.replace('dmarc=pass', 'dmarc=fail');
    expect(refusalOf(target, mail({}, failed, passed)), 'below ours').toBe('not_authenticated');
    expect(refusalOf(target, mail({}, passed, passed)), 'a copy of it').toBe('not_authenticated');
    expect(refusalOf(target, mail({}, 'mx.evil.test; spf=pass', passed)), 'below another').toBe('not_authenticated');
    expect(refusalOf(target, mail({ headers: [fromHeader, { key: 'arc-authentication-results', value: `i=1; ${passed}` }] }))).toBe(
      'not_authenticated',
    );
  });
});

test.each<[string, Partial<ReceivedHeaders>]>([
  ['a delivery failure', { envelopeFrom: '<>' }],
  ['a mail server', { envelopeFrom: 'MAILER-DAEMON@example.test' }],
  ['an out-of-office reply', { headers: [{ key: 'auto-submitted', value: 'auto-replied' }] }],
  ['an older out-of-office reply', { headers: [{ key: 'x-autoreply', value: 'yes' }] }],
  ['a mailing list', { headers: [{ key: 'precedence', value: 'bulk' }] }],
  ['a report', { headers: [{ key: 'content-type', value: 'multipart/report; boundary=x' }] }],
  ['an empty return path', { headers: [{ key: 'return-path', value: '<>' }] }],
])('an email from %s is automatic', (_, changes) => {
  expect(isAutomatic(mail(changes))).toBe(true);
});

test('an email that a person wrote is not automatic', () => {
  expect(
    isAutomatic(
      mail({
        headers: [
          { key: 'auto-submitted', value: 'no' },
          { key: 'precedence', value: 'first-class' },
        ],
      }),
    ),
  ).toBe(false);
});

describe('the text', () => {
  test.each([
    ['a quote with its introduction', 'Thanks!\n\nOn Nov 28, 2026, Cache Cards wrote:\n> Hello\n>\n> Bye\n'],
    ['an introduction in two lines', 'Thanks!\n\nOn Sat, Nov 28, 2026 at 5:10 PM Cache Cards\n<hello@cards.test> wrote:\n\n> Hello'],
    ['an introduction in another language', 'Thanks!\n\nAm 28.11.2026 schrieb Cache Cards:\n> Hallo'],
    ['Outlook’s headers', 'Thanks!\n\nFrom: Cache Cards <hello@cards.test>\nSent: Monday\nTo: Gus\nSubject: Re\n\nHello'],
    ['Outlook’s headers in German', 'Thanks!\n\nVon: Cache Cards <hello@cards.test>\nGesendet: Montag\nAn: Gus\n\nHallo'],
    ['a line of Outlook', 'Thanks!\n________________________________\nFrom: someone'],
    ['an original message', 'Thanks!\n\n-----Original Message-----\nHello'],
    ['a signature', 'Thanks!\n-- \nGus\n555 0100'],
    ['an answer below the quote', '> Hello\n> Bye\n\nThanks!'],
  ])('has no %s', (_, text) => {
    expect(stripQuotes(text)).toBe('Thanks!');
    expect(findReply({ text, attachments: 0 })).toBe('Thanks!');
  });

  test('keeps quotes between the lines of a reply, and what only looks like an introduction', () => {
    const between = '> Where is it?\nIn the tree.\n> Which one?\nThe oak.';
    expect(stripQuotes(between)).toBe(between);
    expect(stripQuotes('Two things:\n- one\n- two')).toBe('Two things:\n- one\n- two');
  });

  test('of an email that has only HTML is plain', () => {
    const html = '<style>p{}</style><p>Thank&nbsp;you &amp; <b>bye</b>&#33;</p><div>Gus<br>PS</div><blockquote>Hello<p>x</p></blockquote>';
    expect(htmlToText(html)).toBe('Thank you & bye!\nGus\nPS');
    expect(htmlToText('<!-- <p>No --> Hello <script>no()</SCRIPT > you <3\n<p>there')).toBe('Hello  you there');
  });

  test.each(['<style ', '<style>', '<br ', '</', '&', ' ', '<!--'])('in three megabytes of %j is read quickly', (part) => {
    expect(htmlToText(part.repeat(3_000_000 / part.length)).replaceAll('&', '')).toBe('');
  });
});

test('a reply address is read in any case, with the current or the previous key, and refused when it is changed', async () => {
  const [key, other] = await Promise.all(
    ['a', 'b'].map((secret) =>
      crypto.subtle.importKey('raw', new TextEncoder().encode(secret.repeat(32)), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    ),
  );
  if (!key || !other) throw new Error('No keys');
  const address = await replyAddress(key, 'reply.cards.test', 31);
  expect(address).toMatch(/^31-[0-9a-f]{32}@reply\.cards\.test$/);
  expect(await readReplyAddress([other, key], 'reply.cards.test', address.toUpperCase())).toBe(31);
  for (const [keys, changed] of [
    [[other], address],
    [[key], address.replace(/^31/, '32')],
    [[key], address.replace('@reply', '@x')],
    [[key], `a${address}`],
    [[key], address.replace(/-[0-9a-f]{32}/, '')],
  ] as const)
    expect(await readReplyAddress(keys, 'reply.cards.test', changed), changed).toBeUndefined();
});
