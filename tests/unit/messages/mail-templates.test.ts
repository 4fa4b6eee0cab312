// @vitest-environment jsdom
/** The HTML and text of every email: links, amounts, and no content injected through a name. */
import { beforeAll, describe, expect, test } from 'vitest';
import { reviewSentences } from '#schema/certificates/certificate.ts';
import type { PushTopic } from '#schema/messages/notifications.ts';
import { expectedTexts, samplePayloads } from '#tests/support/messages/sample-mails.ts';
import { decideResend, namesPayoutAddress } from '#worker/domain/messages/delivery.ts';
import { type MailTemplate, officeTemplates } from '#worker/domain/messages/mail.ts';
import { composeMail, readMail } from '#worker/mails/compose.ts';
import { hideAddresses, hideSecrets } from '#worker/mails/hide-secrets.ts';
import { linkToken } from '#worker/security/link.ts';
import { unsubscribeToken } from '#worker/security/unsubscribe.ts';
import { english } from '#worker/words/words.ts';

const publicOrigin = 'https://cards.test';
const messageId = '<0b4e@cards.test>';
const templates = Object.keys(samplePayloads) as MailTemplate[];

let linkSigningKey: CryptoKey;
let token: string;
beforeAll(async () => {
  const secret = new TextEncoder().encode('a key of the tests alone, long enough');
  linkSigningKey = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  token = await linkToken(linkSigningKey, messageId);
});

const compose = (template: string, payload: Record<string, unknown>, username: string | null = null) =>
  composeMail(
    { messageId, userId: 7, unsubscribeEpoch: 2, username, template, to: 'fay@example.test', payload: JSON.stringify(payload) },
    { publicOrigin, linkSigningKey },
    english,
  );

/** Returns the visible text of the HTML part. Finds elements by tag because jsdom's selectors are slow on a new document. */
function read(html: string) {
  const document = new DOMParser().parseFromString(html, 'text/html');
  const elementsByTag = (...tags: string[]) => tags.flatMap((tag) => [...document.getElementsByTagName(tag)]);
  for (const style of elementsByTag('style', 'title')) style.remove();
  return {
    elementsByTag,
    words: (document.body.textContent ?? '').replace(/\s+/g, ' '),
    links: elementsByTag('a').map((link) => link.getAttribute('href') ?? ''),
  };
}

const flat = (text: string) => text.replace(/\s+/g, ' ');

const attackingValues: [string, string][] = [
  ['HTML', '"\'><script>alert(1)</script><a href="https://evil.test">'],
  ['line breaks', 'Fay\r\nBcc: all@evil.test\n\n'],
  ['an address', 'Win at https://evil.test now'],
];
const oddValues: [string, string][] = [
  ['quotes', '"\'><b>&amp;'],
  ['emoji', '🏴‍☠️👩‍👩‍👧‍👦'],
  ['right to left', 'שלום ‮gnol‬ مرحبا'],
  ['200 letters', 'W'.repeat(200)],
  ['nothing', ''],
];

describe.each(templates)('%s', (template) => {
  test('has the required content in HTML and text', async () => {
    const mail = await compose(template, samplePayloads[template]);
    const { words, links } = read(mail.html);
    for (const part of expectedTexts[template]) {
      const expected = typeof part === 'string' ? part : part(token);
      expect(flat(mail.text)).toContain(expected);
      if (expected.startsWith('https:')) expect(links).toContain(expected);
      else expect(words).toContain(expected);
    }
    expect(mail).toMatchObject({ messageId, to: 'fay@example.test' });
    expect(mail.subject).not.toBe('');
  });

  test('has a button with padding in Outlook, a fixed width, and no letter as an icon', async () => {
    const { html } = await compose(template, samplePayloads[template]);
    expect(html).toContain('<table role="presentation" width="560"');
    expect(html.match(/<td class="go"[^>]*mso-padding-alt:14px 24px/g)).toEqual(
      html.match(/<a class="go"/g)?.map(() => expect.any(String)) ?? null,
    );
    expect(html).not.toMatch(/aria-hidden="true"[^>]*>[^<]/);
  });

  test('loads nothing from the network and links only to our own site', async () => {
    const { html, text } = await compose(template, samplePayloads[template]);
    const { elementsByTag, links } = read(html);
    expect(elementsByTag('img', 'script', 'link', 'iframe', 'form', 'object')).toHaveLength(0);
    expect(html).not.toMatch(/url\(|@import/);
    for (const link of [...links, ...(text.match(/https?:\S+/g) ?? [])]) expect(new URL(link).origin).toBe(publicOrigin);
  });

  test('has light and dark colors, and lines within a mail server’s limit', async () => {
    const { html, text, subject } = await compose(template, samplePayloads[template]);
    expect(html).toContain('prefers-color-scheme: dark');
    for (const line of text.split('\n')) if (!line.startsWith('http')) expect(line.length).toBeLessThanOrEqual(76);
    expect(subject.length).toBeLessThan(80);
  });

  const acceptsValue = async (_kind: string, value: string) => {
    const names = Object.keys(samplePayloads[template]);
    const mail = await compose(template, Object.fromEntries(names.map((name) => [name, value])));
    const { elementsByTag, links } = read(mail.html);
    expect(elementsByTag('script', 'b')).toHaveLength(0);
    for (const link of links) expect(new URL(link).origin).toBe(publicOrigin);
    for (const one of [mail.subject, ...Object.values(mail.headers)]) expect(one).not.toMatch(/[\r\n]/);
    // Our own reply keeps its line breaks. Text written by others must be on one line or quoted.
    expect(mail.text).not.toMatch(template === 'contact_answer' ? /[\u202a-\u202e]/ : /^Bcc:|[\u202a-\u202e]/m);
    expect(mail.html + mail.text).not.toMatch(/undefined|null|NaN|Invalid Date/);
  };
  test.each(attackingValues)('accepts %s in any of its values', acceptsValue);
  test.each(oddValues)('accepts %s in any of its values', { tags: 'long' }, acceptsValue);

  test('can be composed without a payload', async () => {
    const mail = await compose(template, {});
    expect(mail.html + mail.text).not.toMatch(/undefined|null|NaN|Invalid Date/);
    expect(mail.text).toContain('Hi there,');
  });
});

test('names of cards are quoted without addresses and links, and no preview begins with them', async () => {
  const cards = '[{"cardId":null,"name":"Win at https://evil.test or evil.test, ask a@evil.test","km":2}]';
  const { html, text } = await compose('new_cards', { ...samplePayloads.new_cards, cards });
  expect(html + text).not.toContain('evil');
  expect(text).toContain('“Win at … or … ask …”');
  expect(html).toContain('New on the map: “Win at');
});

/** Texts that members type into the product, with the email that shows them. */
const typedTexts: [MailTemplate, Record<string, string>][] = [
  ['passkey_added', { passkey: 'Win at evil.test' }],
  ['sign_in_removed', { passkey: 'Win at evil.test' }],
  ['password_changed', { removed: JSON.stringify([{ kind: 'passkey', name: 'Win at evil.test' }]) }],
  ['order_address_changed', { address: 'Win at evil.test' }],
  ...(['card_missing', 'card_reported', 'card_disabled', 'card_replaced'] as const).map(
    (template): [MailTemplate, Record<string, string>] => [template, { name: 'Win at evil.test' }],
  ),
];
test.each(typedTexts)('%s shows words that a member typed without web addresses', async (template, typed) => {
  const { html, text } = await compose(template, { ...samplePayloads[template], ...typed });
  expect(text).toContain('Win at …');
  expect(html + text).not.toContain('evil');
});

test.each(['cards.zip', 'winner.vip'])('a finder named “%s” is an explorer in the digest', async (finder) => {
  const logs = JSON.stringify([{ cardId: 'TC-0000001', finder, text: 'Found it' }]);
  const { html, text } = await compose('card_digest', { ...samplePayloads.card_digest, logs });
  expect(html + text).not.toContain(finder);
  expect(text).toContain('An explorer, TC-0000001:');
});

describe('a greeting', () => {
  const greetingOf = async (firstName: string | null, username: string | null) =>
    (await compose('welcome', { firstName }, username)).text.match(/^Hi .*/m)?.[0];

  test.each([
    'Ünsal Æther',
    'J.R.',
    'Jean-Luc',
    'D’Arcy',
    "O'Brien",
    'St. John',
    'किशोर',
    'Ẹ̀niọlá',
    'W'.repeat(40),
  ])('uses a first name as written: %s', async (firstName) => {
    expect(await greetingOf(firstName, 'fay')).toBe(`Hi ${firstName},`);
  });

  test.each([
    ...['evil.test', 'https://evil.test', 'www.evil', 'call me@evil', '<Fay>', 'You won $100', '+49 30 1234', 'Fay🎁', '🏴‍☠️', '...', "'-'"],
    ...['W'.repeat(41), 'Buy cheap tokens', 'Fa\u0301\u0302\u0303\u0304\u0305y', 'Fay: click here!'],
  ])('does not use %j, but the username', async (firstName) => {
    expect(await greetingOf(firstName, 'fay_1')).toBe('Hi fay_1,');
    expect(await greetingOf(firstName, null)).toBe('Hi there,');
  });

  test.each([
    'evil.test',
    'www.evil',
    'fay@evil.test',
    'Old Oak',
    'http://evil',
    'a'.repeat(41),
    '',
  ])('uses neither an older username that may mislead: %j', async (username) => {
    expect(await greetingOf(null, username)).toBe('Hi there,');
  });
});

test('the thanks for a membership differ from those for cards', async () => {
  const mail = await compose('purchase', { description: 'Basic membership, one year', amountCents: '5000', kind: 'membership' });
  expect(mail.subject).toBe('Your membership is active');
  expect(mail.text).toContain('https://cards.test/dashboard\n');
});

test('a lost dispute that ended nothing names the membership that continues', async () => {
  const mail = await compose('dispute_lost', { ...samplePayloads.dispute_lost, goesOn: 'premium' });
  expect(flat(mail.text)).toContain('Your Premium membership continues.');
  expect(mail.html + mail.text).not.toMatch(/has ended/);
});

test('the rest of a partly refunded payment is not presented as all of it', async () => {
  const rest = { description: 'Basic membership, one year', amountCents: '4000', paidCents: '5000', extent: 'full', why: null };
  expect(flat((await compose('refund', rest)).text)).toContain('Refunded: $40.00 Out of: $50.00');
  expect((await compose('refund', { ...rest, amountCents: '5000' })).text).not.toContain('Out of');
});

test('a returning premium member is offered premium', async () => {
  expect((await compose('membership_ended', { tier: 'premium' })).text).toContain('https://cards.test/dashboard?upgrade=premium');
});

test('a refused claim has the refusal and the comment', async () => {
  const mail = await compose('claim_decided', { cardId: 'TC-0000003', status: 'rejected', comment: 'The photo\nis blurred' });
  expect(mail.subject).toBe('Your claim was not approved');
  expect(mail.text).toContain('Our comment: The photo is blurred');
});

test('the emails about an adoption mention a request, not a proof', async () => {
  const values = { cardId: 'TC-0000003', isAdoption: 'yes' };
  const [asked, refused] = [await compose('card_claimed', values), await compose('claim_decided', { ...values, status: 'rejected' })];
  expect(asked.subject).toBe('Another member wants to adopt your Cache Card TC-0000003');
  expect(refused.subject).toBe('Your request was not approved');
  expect(asked.text + refused.text).not.toContain('proof');
});

test('a certificate with reversed finds explains what happens to its tokens, without a sum that stays', async () => {
  const { tokens: _, ...payload } = samplePayloads.certificate_refused;
  const mail = await compose('certificate_refused', payload);
  expect(flat(mail.text)).toContain('We returned its tokens, minus those from finds we couldn’t accept.');
  expect(mail.html + mail.text).not.toContain('Returned');
});

test('a certificate under review promises no date', async () => {
  const mail = await compose('certificate_issued', { ...samplePayloads.certificate_issued, review: 'first' });
  expect(flat(mail.text)).toContain(
    `${reviewSentences.first} We’ll email you when it’s done, and you’ll have 30 days to activate your certificate.`,
  );
  expect(mail.html + mail.text).not.toContain('December 21, 2026');
  expect(mail.html + mail.text).not.toContain('Activate by');
});

test('a single remaining day is singular', async () => {
  expect((await compose('certificate_reminder', { daysLeft: '1' })).subject).toBe('1 day left to activate your certificate');
});

test('links keep only the path of a URL on another host', async () => {
  const mail = await compose('certificate_issued', { activationLink: 'https://evil.test/x?y=1', pdfUrl: 'javascript:alert(1)' });
  expect(mail.text).toContain('https://cards.test/x?y=1');
  expect(mail.html).not.toContain('evil.test');
  expect(mail.html).not.toContain('javascript:');
});

test('only optional emails have a one-click unsubscribe link, which is for their topic', async () => {
  const topics: Partial<Record<string, PushTopic>> = {
    ...{ certificate_reminder: 'stay', stay_reminder: 'stay', card_digest: 'card_found', new_cards: 'new_cards', thanks: 'thanks' },
    ...{ card_missing: 'card_news', card_reported: 'card_news', put_on_map: 'card_news' },
  };
  for (const template of templates) {
    const mail = await compose(template, samplePayloads[template]);
    const topic = topics[template];
    const isOptional = topic !== undefined;
    const token = await unsubscribeToken(linkSigningKey, { userId: 7, topic: topic ?? null, epoch: 2 });
    const [oneClick, page] = [
      `https://cards.test/api/unsubscribe/one-click?token=${token}`,
      `https://cards.test/unsubscribe#token=${token}`,
    ];
    expect(mail.headers).toEqual(
      isOptional ? { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
    );
    expect(mail.text.includes(page)).toBe(isOptional);
    expect(read(mail.html).links.includes(page)).toBe(isOptional);
  }
});

test('an unknown template is an error, also with the name of an inherited property', async () => {
  await expect(compose('nonsense', {})).rejects.toThrow('Unknown mail template "nonsense"');
  await expect(compose('constructor', {})).rejects.toThrow('Unknown mail template');
});

test('a contact message is quoted, and its sender is the reply-to address', async () => {
  const mail = await compose('contact_message', samplePayloads.contact_message);
  expect(mail.text).toContain('> Hello!\n>\n> I found a card');
  expect(read(mail.html).elementsByTag('blockquote')[0]?.textContent).toContain('What shall I do with it?');
  expect(mail.replyTo).toBe('gus@example.test');
  expect((await compose('contact_message', { email: 'a@b.test, c@d.test' })).replyTo).toBeNull();
  const answer = await compose('contact_answer', samplePayloads.contact_answer);
  expect([answer.subject, answer.replyTo]).toEqual(['Re: Your message to Cache Cards [#31]', 'hello@cards.test']);
  expect((await compose('contact_answer', { number: '31', answer: 'Hello' })).text).not.toContain('in your account');
  expect((await compose('welcome', {})).replyTo).toBeNull();
  // Visitors can enter someone else's address, and new members have not verified theirs.
  for (const isMember of [null, 'yes']) {
    const words = 'Your account is locked.\nOpen https://evil.test/login or mail me@evil.test, please.';
    const { text, html } = await compose('contact_answer', { number: '31', answer: 'See https://cards.test/faq', words, isMember });
    expect(text).toContain('Open … or mail … please.');
    expect(text).toContain('https://cards.test/faq');
    expect(text + html).not.toContain('evil.test');
  }
});

const asRead = (template: MailTemplate, payload: Record<string, string | null>, hide = hideSecrets) =>
  JSON.stringify(readMail({ template, payload: JSON.stringify(payload), username: 'fay' }, hide));

test('an administrator reads each email without its links, tokens and codes, whatever its values contain', async () => {
  const secrets = ` https://cards.test/reset-password#token=${token} cards.test/verify#token=1 ${token} 123456`;
  for (const template of templates) {
    const payload = samplePayloads[template];
    const laden = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, `${value ?? ''}${secrets}`]));
    for (const text of [asRead(template, payload), asRead(template, laden)]) {
      expect(text, template).toMatch(/"heading":"[^"]/);
      expect(text, template).not.toMatch(/:\/\/|#token|cards\.test\/|(?<!TC-\d*)\d{6,}/);
      expect(text, template).not.toContain(token);
    }
  }
});

test('an email that names a PayPal address is read without it by plain administrators', () => {
  for (const template of templates.filter((name) => asRead(name, samplePayloads[name]).includes('@paypal.test'))) {
    expect(namesPayoutAddress(template), template).toBe(true);
    expect(asRead(template, samplePayloads[template], hideAddresses)).not.toContain('@');
  }
});

test('each email that says it goes to an administrator, an alarm address or our office is an office template', async () => {
  const isToOffice = /administrator|alarms|payout runs|messages from the contact form|\/admin\//;
  const office = await Promise.all(
    templates.map(async (template) => isToOffice.test((await compose(template, samplePayloads[template])).text)),
  );
  expect(templates.filter((_, place) => office[place]).sort()).toEqual([...officeTemplates].sort());
});

test('an email with a single-use link cannot be sent again', async () => {
  for (const template of templates) {
    // Some have a link only about what was done in a session.
    const variants = [samplePayloads[template], { ...samplePayloads[template], bySession: 'yes' }];
    const hasToken = (await Promise.all(variants.map((payload) => compose(template, payload)))).some(({ text }) => text.includes(token));
    const decision = decideResend({ template, status: 'sent', isToMember: 1, hasBounced: 0 });
    if (hasToken) expect(decision, template).toEqual({ ok: false, refusal: 'mail_is_security' });
  }
  expect(decideResend({ template: 'certificate_refused', status: 'sent', isToMember: 1, hasBounced: 0 }).ok).toBe(true);
});
