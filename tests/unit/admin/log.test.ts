/** The log: every line has the same format and contains no personal data or secrets. */
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { describeError, errorText, logError, logWarning, scrub } from '#worker/log.ts';

let errors: MockInstance<typeof console.error>;
let warnings: MockInstance<typeof console.warn>;
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('a log line is JSON with its level, event and facts, without undefined ones', () => {
  logError('mail_not_sent', { job: 'deliver-mail', requestId: undefined, attempts: 3, error: describeError(new TypeError('No luck')) });
  logWarning('follow_up_left_to_the_job');
  expect(JSON.parse(String(errors.mock.calls[0]?.[0]))).toEqual({
    level: 'error',
    event: 'mail_not_sent',
    job: 'deliver-mail',
    attempts: 3,
    error: { name: 'TypeError', message: 'No luck' },
  });
  expect(JSON.parse(String(warnings.mock.calls[0]?.[0]))).toEqual({ level: 'warning', event: 'follow_up_left_to_the_job' });
});

describe('a log message', () => {
  test.each([
    ['an email address', 'No mailbox fay.marsh+cards@example.test here', 'No mailbox [address] here'],
    ['the values of a statement', 'Failed query: select 1\nparams: fay@example.test,Fay,12 Elm St', 'Failed query: select 1\nparams: […]'],
    ['quoted text', 'near "Fay Marsh": syntax error', 'near "…": syntax error'],
    ['a query string', 'GET https://cards.test/card?id=TC-0000001&k=ABCD2345 failed', 'GET https://cards.test/card[…] failed'],
    ['a path’s query', 'in /card?id=TC-0000001&k=ABCD2345', 'in /card[…]'],
    ['a fragment', 'to https://cards.test/reset-password#token=abc', 'to https://cards.test/reset-password[…]'],
    ['a Stripe key', 'Invalid API Key provided: sk_test_abc***def', 'Invalid API Key provided: [key]'],
    ['a payment’s client secret', 'used pi_3QabcDEF123_secret_9XyzABC456789 twice', 'used […] twice'],
    ['a signed token', 'bad eyJhbGciOiJIUzI1NiJ9.eyJ1c2VySWQiOjF9.abc123 given', 'bad […] given'],
    ['a hash', 'row 0f343b0931126a20f133d67c2b018a3b is gone', 'row […] is gone'],
    ['a network address', 'from 192.0.2.17 or 2001:db8:0:1:2:3:4:5', 'from [network address] or [network address]'],
  ])('hides %s', (_, message, scrubbed) => {
    expect(scrub(message)).toBe(scrubbed);
  });

  test.each([
    'D1_ERROR: UNIQUE constraint failed: users.email_key: SQLITE_CONSTRAINT',
    "StripeInvalidRequestError 404: resource_missing No such payment_intent: 'pi_3QabcDEF123ghiJKL456mno'",
    "Stripe doesn't answer, and nobody's to blame",
    'Member 17: concurrent changes 6 times',
    'No answer within 10 s',
  ])('keeps "%s"', (message) => {
    expect(scrub(message)).toBe(message);
  });
});

test('a long log message is cut, and a stack has places without the message', () => {
  expect(scrub('word '.repeat(300)).length).toBe(500);
  const error = new Error('for fay@example.test');
  const { stack = '' } = describeError(error, { withStack: true });
  expect(stack).toMatch(/^at .*log\.test\.ts/);
  expect(stack).not.toContain('fay@');
});

test('an error is described by its message, and its name if any; thrown values can be of any type', () => {
  expect(errorText(new Error('no luck'))).toBe('no luck');
  expect(errorText(new TypeError('no luck'))).toBe('TypeError: no luck');
  expect(errorText('no luck')).toBe('string: no luck');
});
