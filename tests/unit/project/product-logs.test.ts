/** The log check of the e2e tests must report every line that does not belong in the product log. */
import { expect, test } from 'vitest';
import { dirtyLines, findRevealingLines, listOtherLines } from '#tests/support/project/product-logs.ts';

const line = (facts: object = {}) => JSON.stringify({ level: 'error', event: 'mail_not_sent', ...facts });
const codes = new Set(['K7WM2XQ9']);

test('a line with an event and the id of our own row is clean', () => {
  const error = { name: 'MailProviderError', message: 'The mailbox returned 500: [address]' };
  expect(dirtyLines([line({ mailId: 17, error }), line({ objectId: 'pi_3N9xKq2eZvKYlo2C' })], codes)).toEqual([]);
});

test.each<[string, string]>([
  ['an address', line({ error: { message: 'No mailbox fay.marsh@example.test' } })],
  ['a card’s code', line({ error: { message: 'No card K7WM2XQ9 here' } })],
  ['a signed token', line({ token: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VySWQiOjR9.x' })],
  ['a provider’s key', line({ key: 'sk_test_51abcdef' })],
  ['a client secret', line({ objectId: 'pi_3N9x_secret_77abcdef' })],
  ['a query string', line({ path: '/card?id=TC-0000001' })],
  ['a level of another shape', JSON.stringify({ level: 'info', event: 'mail_not_sent' })],
  ['an event in other words', JSON.stringify({ level: 'error', event: 'Mail not sent' })],
  ['half a line', '{"level":"error","event":'],
])('%s is found', (_, dirty) => {
  expect(dirtyLines([line(), dirty], codes)).toEqual([dirty]);
});

test('lines that the Worker throws past its log are checked too, and those of npm start are clean', () => {
  const banner =
    '    basic@demo.test      Basic, owns TC-0000001\n\u001b[32m✓\u001b[0m Ready (6 s)\n  Cache Cards is on http://localhost:8799\n';
  const thrown = '✘ [ERROR] Uncaught Error: No mailbox fay.marsh@example.test';
  const leakingLines = (output: string) => findRevealingLines(listOtherLines(output), codes);
  expect(leakingLines(`${banner}${line({ mailId: 17 })}\n`)).toEqual([]);
  expect(leakingLines(`${banner}${thrown}\n    at K7WM2XQ9\n`)).toEqual([thrown, '    at K7WM2XQ9']);
});
