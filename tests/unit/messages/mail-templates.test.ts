// @vitest-environment jsdom
/** What every mail says, in HTML and in text: its links, its figures, and nothing that a name could smuggle in. */
import { beforeAll, describe, expect, test } from 'vitest';
import { samplePayloads } from '#tests/support/messages/sample-mails.ts';
import type { MailTemplate } from '#worker/domain/messages/mail.ts';
import { composeMail } from '#worker/mails/compose.ts';
import { linkToken } from '#worker/security/link.ts';
import { unsubscribeToken } from '#worker/security/unsubscribe.ts';

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

const compose = (template: string, payload: Record<string, unknown>) =>
  composeMail(
    { messageId, userId: 7, template, to: 'fay@example.test', payload: JSON.stringify(payload) },
    { publicOrigin, linkSigningKey },
  );

/** What a reader of the HTML side sees. Elements by their tags: jsdom's selectors cost a new document as much as reading a mail. */
function read(html: string) {
  const document = new DOMParser().parseFromString(html, 'text/html');
  const named = (...tags: string[]) => tags.flatMap((tag) => [...document.getElementsByTagName(tag)]);
  for (const style of named('style', 'title')) style.remove();
  return {
    named,
    words: (document.body.textContent ?? '').replace(/\s+/g, ' '),
    links: named('a').map((link) => link.getAttribute('href') ?? ''),
  };
}

const flat = (text: string) => text.replace(/\s+/g, ' ');

/** What must be in a mail, on both its sides. */
const says: Record<MailTemplate, (string | (() => string))[]> = {
  welcome: ['Hi Fay,', 'Verify my email', () => `https://cards.test/verify-email#token=${token}`, '7 days'],
  verify_email: ['Hi Fay,', () => `https://cards.test/verify-email#token=${token}`, '7 days'],
  confirm_email_change: ['Hi Fay,', () => `https://cards.test/confirm-email-change#token=${token}`, '7 days'],
  email_change_requested: ['fay.new@example.test', () => `https://cards.test/undo-email-change#token=${token}`, '7 days'],
  password_changed: ['https://cards.test/account?tab=security', 'signed out'],
  provider_linked: ['signed in with Google', 'https://cards.test/account?tab=preferences'],
  passkey_added: ['My phone', 'https://cards.test/account?tab=security'],
  account_taken_over: ['Apple', 'https://cards.test/account'],
  reset_password: ['Hi Fay,', () => `https://cards.test/reset-password#token=${token}`, 'one hour'],
  admin_email_changed: ['ada.new@example.test', 'super administrator'],
  admin_reset_password: ['Hi Ada,', 'bo@example.test', () => `https://cards.test/admin/reset-password#token=${token}`, 'one hour'],
  admin_password_reset: ['Hi Ada,', 'Every session has ended', 'second factor', 'https://cards.test/admin/login', 'super administrator'],
  admin_factor_changed: ['Hi Ada,', 'The passkey “Desk” was added', 'https://cards.test/admin/account', 'super administrator'],
  account_deletion: ['December 21, 2026'],
  account_suspended: ['Sixty cards were scanned within a minute.', 'Reply to this mail'],
  account_let_back: ['you can sign in as before'],
  purchase: ['12 Cache Cards', '$12.00', 'https://cards.test/dashboard/cache-cards'],
  renewal: ['Premium membership, one year', '$100.00', 'November 21, 2027', 'https://cards.test/account?tab=membership'],
  renewal_notice: [
    'December 21, 2026',
    '$50.00',
    'One year, until you cancel',
    'Visa ending in 4242',
    'Cancel membership',
    'https://cards.test/account?tab=membership',
  ],
  renewal_failed: ['Basic membership', 'November 28, 2026', 'https://cards.test/account?tab=membership'],
  grace_ending: ['Premium membership', 'November 28, 2026'],
  membership_granted: ['Hi Fay,', 'Premium membership', 'November 21, 2027', 'https://cards.test/dashboard'],
  membership_cancelled: ['Basic membership', 'November 21, 2027', 'resume it', 'https://cards.test/account?tab=membership'],
  membership_resumed: ['Basic membership', 'November 21, 2027', '$45.00', 'cancel there at any time'],
  card_changed: ['Mastercard ending in 4444', 'Was that not you?', 'https://cards.test/account?tab=membership'],
  refund: ['12 Cache Cards', '$3.00', '$12.00', 'https://cards.test/account?tab=membership'],
  dispute_opened: ['Basic membership, one year', '$50.00', 'tell your bank'],
  dispute_won: ['Basic membership, one year', '$50.00', 'the payment stands'],
  dispute_lost: ['Basic membership, one year', '$50.00', 'has ended'],
  commission_earned: ['$20.00', 'next payout', 'https://cards.test/dashboard/referrals#earnings'],
  chest_opened: ['Silver', 'October 2026', '$6.00', 'https://cards.test/dashboard/treasure-chests'],
  certificate_expired: ['5-7 Night Global Trip', 'CC-7F3K-92QD', 'December 21, 2026', 'do not come back'],
  membership_ended: ['Basic membership', 'https://cards.test/dashboard?upgrade=basic'],
  payout_paid: ['$22.00', '3 commissions and 1 treasure chest, less 1 that was taken back', 'PO-1042'],
  payout_returned: ['$22.00', 'CC-7-1042', 'https://cards.test/dashboard/referrals#earnings'],
  payout_address_wanted: ['PayPal account', 'https://cards.test/dashboard/referrals#earnings'],
  confirm_payout_address: [() => `https://cards.test/confirm-payout-address#token=${token}`, '7 days'],
  payout_address_changed: ['fay@paypal.test', '7 days', 'https://cards.test/dashboard/referrals#earnings'],
  certificate_issued: [
    '5-7 Night Global Trip',
    'CC-7F3K-92QD',
    'December 21, 2026',
    'November 21, 2027',
    'https://cards.test/dashboard/certificates/CC-7F3K-92QD/activate',
    'https://cards.test/api/vacation-certificates/CC-7F3K-92QD/pdf',
  ],
  certificate_reminder: ['December 21, 2026', 'https://cards.test/dashboard/certificates/CC-7F3K-92QD/activate', 'No more reminders'],
  booking_made: ['5-7 Night Global Trip', 'CC-7F3K-92QD', 'STAY-4711', 'https://cards.test/dashboard/certificates'],
  booking_failed: ['5-7 Night Global Trip', 'CC-7F3K-92QD', 'stays valid', 'https://cards.test/dashboard/certificates'],
  certificate_cancelled: ['CC-7F3K-92QD', '120 Treasure Tokens'],
  certificate_passed: ['CC-7F3K-92QD', 'December 23, 2026', '30 days', 'https://cards.test/dashboard/certificates/CC-7F3K-92QD/activate'],
  certificate_question: ['CC-7F3K-92QD', 'How did you find twelve cards', 'reply to this mail', 'https://cards.test/contact'],
  certificate_refused: ['CC-7F3K-92QD', 'Your five accounts', '120 Treasure Tokens', 'reply to this mail', 'https://cards.test/contact'],
  card_missing: ['TC-0000003', 'City park', 'https://cards.test/dashboard/cache-cards/TC-0000003'],
  card_replaced: ['TC-0000003', 'City park', 'not known any more', 'https://cards.test/dashboard/cache-cards/TC-0000003'],
  card_left: ['TC-0000003', 'no longer in your account', 'https://cards.test/dashboard/cache-cards'],
  claim_decided: ['TC-0000003', 'Congratulations!'],
  cards_made_anew: ['12 Cache Cards', 'new numbers', 'https://cards.test/dashboard/cache-cards'],
  cards_shipped: ['12 Cache Cards', 'Parcels', '1Z999AA10123456784, 1Z999AA10123456785'],
  card_digest: [
    'TC-0000003, Old mill',
    '3 finds',
    '1 find',
    'And 2 cards more',
    'Thanks for the hide!',
    '2 reports, shown as missing',
    'once a day',
    'https://cards.test/dashboard/cache-cards',
    'No more reminders',
  ],
  new_cards: ['12 new Cache Cards', 'Lookout tower', 'about 4 km', 'And 11 cards more', '25 km', 'https://cards.test/dashboard/find'],
  put_on_map: ['2 cards', 'TC-0000003, Old mill', 'about 100 m', 'And 1 card more', 'https://cards.test/dashboard/cache-cards'],
  contact_message: [
    'Gus Geocacher',
    'gus@example.test',
    'I found a card without a QR code by the old mill.',
    'https://cards.test/admin/dashboard?tab=messages&message=31',
  ],
  contact_answer: [
    'Hi Gus Geocacher,',
    'Please leave it where it is.',
    'What shall I do with it?',
    'https://cards.test/account?tab=messages',
  ],
  alarm_began: ['could not do its work', 'reconcile-payments', '2026-11-21 10:23 UTC', 'https://cards.test/admin/dashboard?tab=system'],
  alarm_over: ['This is over', 'does not add up', 'https://cards.test/admin/dashboard?tab=tokens'],
};

describe.each(templates)('%s', (template) => {
  test('says what it has to, as HTML and as text', async () => {
    const mail = await compose(template, samplePayloads[template]);
    const { words, links } = read(mail.html);
    for (const part of says[template]) {
      const expected = typeof part === 'string' ? part : part();
      expect(flat(mail.text)).toContain(expected);
      if (expected.startsWith('https:')) expect(links).toContain(expected);
      else expect(words).toContain(expected);
    }
    expect(mail).toMatchObject({ messageId, to: 'fay@example.test' });
    expect(mail.subject).not.toBe('');
  });

  test('asks nothing of the network, and leads to nowhere but our own site', async () => {
    const { html, text } = await compose(template, samplePayloads[template]);
    const { named, links } = read(html);
    expect(named('img', 'script', 'link', 'iframe', 'form', 'object')).toHaveLength(0);
    expect(html).not.toMatch(/url\(|@import/);
    for (const link of [...links, ...(text.match(/https?:\S+/g) ?? [])]) expect(new URL(link).origin).toBe(publicOrigin);
  });

  test('has light and dark colours, and lines that a mail server takes', async () => {
    const { html, text, subject } = await compose(template, samplePayloads[template]);
    expect(html).toContain('prefers-color-scheme: dark');
    for (const line of text.split('\n')) if (!line.startsWith('http')) expect(line.length).toBeLessThanOrEqual(76);
    expect(subject.length).toBeLessThan(80);
  });

  test.each([
    ['HTML', '<script>alert(1)</script><a href="https://evil.test">'],
    ['quotes', '"\'><b>&amp;'],
    ['emoji', '🏴‍☠️👩‍👩‍👧‍👦'],
    ['right to left', 'שלום ‮gnol‬ مرحبا'],
    ['200 letters', 'W'.repeat(200)],
    ['line breaks', 'Fay\r\nBcc: all@evil.test\n\n'],
    ['an address', 'Win at https://evil.test now'],
    ['nothing', ''],
  ])('takes %s as any of its values', async (_kind, value) => {
    const names = Object.keys(samplePayloads[template]);
    const mail = await compose(template, Object.fromEntries(names.map((name) => [name, value])));
    const { named, links } = read(mail.html);
    expect(named('script', 'b')).toHaveLength(0);
    for (const link of links) expect(new URL(link).origin).toBe(publicOrigin);
    for (const one of [mail.subject, ...Object.values(mail.headers)]) expect(one).not.toMatch(/[\r\n]/);
    // Our own answer keeps its lines; all that others wrote is on one, or quoted.
    expect(mail.text).not.toMatch(template === 'contact_answer' ? /[\u202a-\u202e]/ : /^Bcc:|[\u202a-\u202e]/m);
    expect(mail.html + mail.text).not.toMatch(/undefined|null|NaN|Invalid Date/);
  });

  test('does without a payload', async () => {
    const mail = await compose(template, {});
    expect(mail.html + mail.text).not.toMatch(/undefined|null|NaN|Invalid Date/);
    expect(mail.text).toContain('Hi there,');
  });
});

test('names are greeted as they are, long ones shortened, addresses not at all', async () => {
  const greeted = async (firstName: string) => read((await compose('welcome', { firstName })).html).words;
  expect(await greeted('Ünsal Æther')).toContain('Hi Ünsal Æther,');
  expect(await greeted('J.R.')).toContain('Hi J.R.,');
  expect(await greeted('<Fay>')).toContain('Hi <Fay>,');
  expect(await greeted('W'.repeat(200))).toContain(`Hi ${'W'.repeat(59)}…,`);
  expect(await greeted('🏴‍☠️'.repeat(80))).toContain(`Hi ${'🏴‍☠️'.repeat(59)}…,`);
  for (const lure of ['evil.test', 'https://evil.test', 'www.evil', 'call me@evil']) expect(await greeted(lure)).toContain('Hi there,');
});

test('a membership is thanked for in other words than cards', async () => {
  const mail = await compose('purchase', { description: 'Basic membership, one year', amountCents: '5000', kind: 'membership' });
  expect(mail.subject).toBe('Your membership has begun');
  expect(mail.text).toContain('https://cards.test/dashboard\n');
});

test('a lost dispute that ended nothing names the membership that goes on', async () => {
  const mail = await compose('dispute_lost', { ...samplePayloads.dispute_lost, goesOn: 'premium' });
  expect(flat(mail.text)).toContain('Your Premium membership goes on as it is.');
  expect(mail.html + mail.text).not.toMatch(/has ended|come back/);
});

test('what is left of a payment that went back in part before is not taken for all of it', async () => {
  const rest = { description: 'Basic membership, one year', amountCents: '4000', paidCents: '5000', extent: 'full', why: null };
  expect(flat((await compose('refund', rest)).text)).toContain('Refunded: $40.00 Of a payment of: $50.00');
  expect((await compose('refund', { ...rest, amountCents: '5000' })).text).not.toContain('Of a payment of');
});

test('who was premium comes back to premium', async () => {
  expect((await compose('membership_ended', { tier: 'premium' })).text).toContain('https://cards.test/dashboard?upgrade=premium');
});

test('a refused claim says so, with the comment', async () => {
  const mail = await compose('claim_decided', { cardId: 'TC-0000003', status: 'rejected', comment: 'The photo\nis blurred' });
  expect(mail.subject).toBe('Your claim was decided');
  expect(mail.text).toContain('Our comment: The photo is blurred');
});

test('a certificate whose finds were taken back says what became of its tokens, and names no sum that stays', async () => {
  const { tokens: _, ...payload } = samplePayloads.certificate_refused;
  const mail = await compose('certificate_refused', payload);
  expect(flat(mail.text)).toContain('with them the tokens that they had earned');
  expect(mail.html + mail.text).not.toContain('Given back');
  expect(mail.html + mail.text).not.toContain('Its tokens are back in your account');
});

test('a certificate that is looked at first promises no day', async () => {
  const review = 'We look at every first certificate, as a rule within two working days.';
  const mail = await compose('certificate_issued', { ...samplePayloads.certificate_issued, review });
  expect(flat(mail.text)).toContain(`${review} We write to you then, and you have 30 days from that mail on to activate it.`);
  expect(mail.html + mail.text).not.toContain('December 21, 2026');
  expect(mail.html + mail.text).not.toContain('Activate by');
});

test('a single day left is not called days', async () => {
  expect((await compose('certificate_reminder', { daysLeft: '1' })).subject).toBe('1 day left to activate your certificate');
});

test('of an address of somebody else’s only the path is followed', async () => {
  const mail = await compose('certificate_issued', { activationLink: 'https://evil.test/x?y=1', pdfUrl: 'javascript:alert(1)' });
  expect(mail.text).toContain('https://cards.test/x?y=1');
  expect(mail.html).not.toContain('evil.test');
  expect(mail.html).not.toContain('javascript:');
});

test('only optional mails can be unsubscribed from, by one click', async () => {
  const token = await unsubscribeToken(linkSigningKey, 7);
  const [oneClick, page] = [`https://cards.test/api/unsubscribe/one-click?token=${token}`, `https://cards.test/unsubscribe#token=${token}`];
  for (const template of templates) {
    const mail = await compose(template, samplePayloads[template]);
    const isOptional = ['certificate_reminder', 'card_digest', 'new_cards', 'put_on_map'].includes(template);
    expect(mail.headers).toEqual(
      isOptional ? { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
    );
    expect(mail.text.includes(page)).toBe(isOptional);
    expect(read(mail.html).links.includes(page)).toBe(isOptional);
  }
});

test('a template that does not exist is an error, also by an inherited name', async () => {
  await expect(compose('nonsense', {})).rejects.toThrow('no mail template "nonsense"');
  await expect(compose('constructor', {})).rejects.toThrow('no mail template');
});

test('a message of the contact form is quoted, and answered to who wrote it', async () => {
  const mail = await compose('contact_message', samplePayloads.contact_message);
  expect(mail.text).toContain('> Hello!\n>\n> I found a card');
  expect(read(mail.html).named('blockquote')[0]?.textContent).toContain('What shall I do with it?');
  expect(mail.replyTo).toBe('gus@example.test');
  expect((await compose('contact_message', { email: 'a@b.test, c@d.test' })).replyTo).toBeNull();
  const answer = await compose('contact_answer', samplePayloads.contact_answer);
  expect([answer.subject, answer.replyTo]).toEqual(['Re: Your message to Cache Cards [#31]', 'hello@cards.test']);
  expect((await compose('contact_answer', { number: '31', answer: 'Hello' })).text).not.toContain('in your account');
  expect((await compose('welcome', {})).replyTo).toBeNull();
});
