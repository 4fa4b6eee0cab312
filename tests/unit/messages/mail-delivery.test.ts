/** Tests when sending an email is retried, and when it is abandoned. */
import { describe, expect, test } from 'vitest';
import { decideEmailChange, decideUndo, decideVerification, type LinkState } from '#worker/domain/accounts/mail-link.ts';
import {
  type AttemptResult,
  countsTowardLimit,
  findUndeliverableReason,
  isProviderFailure,
  planRetry,
  toFullMailboxMail,
} from '#worker/domain/messages/delivery.ts';

const now = 1_800_000_000;

test('the delay before an email is retried grows with each failure, and the eighth failure is final', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7].map((attempts) => planRetry(attempts, now).nextAttemptAt - now);
  expect(delays).toEqual([60, 300, 1_800, 7_200, 43_200, 43_200, 43_200]);
  expect(planRetry(7, now).status).toBe('queued');
  for (const attempts of [8, 9, 100]) expect(planRetry(attempts, now).status).toBe('dead');
});

const sendable = { attempts: 1, wantsOptionalMail: 1, stoppedTopics: '[]', isToUnverified: 0, isToErased: 0 } as const;

test('an address that bounced receives only links that prove that it works', () => {
  const bounced = { ...sendable, bounceReason: 'bounced' } as const;
  expect(findUndeliverableReason({ ...bounced, template: 'purchase' })).toEqual({ status: 'dropped', reason: 'address bounced' });
  expect(findUndeliverableReason({ ...bounced, template: 'verify_email' })).toBeUndefined();
  expect(findUndeliverableReason({ ...bounced, template: 'payout_address_requested' })).toMatchObject({ reason: 'address bounced' });
});

test('an address that complained still receives warnings about the account, and emails to our office', () => {
  const complained = { ...sendable, bounceReason: 'complained' } as const;
  for (const template of [
    'payout_address_requested',
    'email_change_requested',
    'payout_run_waits',
    'reset_password',
    'order_address_changed',
    'card_claimed',
    'card_code_downloaded',
  ])
    expect(findUndeliverableReason({ ...complained, template })).toBeUndefined();
  expect(findUndeliverableReason({ ...complained, template: 'purchase' })).toEqual({ status: 'dropped', reason: 'address bounced' });
});

test('only optional emails respect the member’s preferences', () => {
  const claimed = { attempts: 1, wantsOptionalMail: 0, stoppedTopics: '[]', isToUnverified: 0, isToErased: 0, bounceReason: null } as const;
  const stopped = { ...claimed, wantsOptionalMail: 1, stoppedTopics: '["stay"]' } as const;
  expect(findUndeliverableReason({ ...stopped, template: 'stay_reminder' })).toEqual({ status: 'dropped', reason: 'unsubscribed' });
  expect(findUndeliverableReason({ ...stopped, template: 'card_reported' })).toBeUndefined();
  expect(findUndeliverableReason({ ...stopped, template: 'stay_offered' })).toBeUndefined();
  expect(findUndeliverableReason({ ...claimed, template: 'certificate_reminder' })).toEqual({ status: 'dropped', reason: 'unsubscribed' });
  expect(findUndeliverableReason({ ...claimed, template: 'certificate_issued' })).toBeUndefined();
  expect(findUndeliverableReason({ ...claimed, template: 'certificate_reminder', wantsOptionalMail: 1 })).toBeUndefined();
  expect(findUndeliverableReason({ ...claimed, template: 'certificate_reminder', wantsOptionalMail: null })).toBeUndefined();
  expect(findUndeliverableReason({ ...claimed, template: 'welcome', isToErased: 1 })).toEqual({
    status: 'dropped',
    reason: 'account deleted',
  });
  expect(findUndeliverableReason({ ...claimed, template: 'welcome', attempts: 9 })).toEqual({
    status: 'dead',
    reason: 'no attempt finished',
  });
});

test.each<[AttemptResult[], { job: boolean; afterMails: boolean; request: boolean }]>([
  [[], { job: false, afterMails: false, request: false }],
  [['sent', 'unknown', 'unknown', 'unknown'], { job: false, afterMails: false, request: false }],
  [['mail'], { job: false, afterMails: false, request: false }],
  [['unknown'], { job: true, afterMails: false, request: false }],
  [['mail', 'unknown'], { job: true, afterMails: false, request: false }],
  [['mail', 'recipient', 'mail', 'mail'], { job: false, afterMails: false, request: false }],
  [['unknown', 'unknown', 'unknown'], { job: true, afterMails: true, request: true }],
  [['outage', 'sent'], { job: true, afterMails: true, request: true }],
])('attempts with the results %j are the provider’s failure: %j', (tried, expected) => {
  expect(isProviderFailure(tried, { isJob: true, hasSent: false })).toBe(expected.job);
  expect(isProviderFailure(tried, { isJob: true, hasSent: true })).toBe(expected.afterMails);
  expect(isProviderFailure(tried, { isJob: false, hasSent: false })).toBe(expected.request);
});

describe('a member’s unverified mailbox', () => {
  const claimed = { attempts: 1, wantsOptionalMail: 1, stoppedTopics: '[]', isToUnverified: 1, isToErased: 0, bounceReason: null } as const;

  test('gets a limited number of emails, each counted once; verified ones, strangers and our own office are not limited', () => {
    expect(countsTowardLimit({ ...claimed, template: 'welcome' })).toBe(true);
    expect(countsTowardLimit({ ...claimed, template: 'purchase' })).toBe(true);
    expect(countsTowardLimit({ ...claimed, template: 'welcome', attempts: 2 })).toBe(false);
    expect(countsTowardLimit({ ...claimed, template: 'welcome', isToUnverified: 0 })).toBe(false);
    expect(countsTowardLimit({ ...claimed, template: 'admin_email_changed', isToUnverified: null })).toBe(false);
    expect(countsTowardLimit({ ...claimed, template: 'contact_message' })).toBe(false);
  });

  test('that has reached its limit gets emails about money later, and never those that anyone can trigger', () => {
    expect(toFullMailboxMail({ ...claimed, template: 'purchase' }, now + 600, now)).toEqual({ status: 'held', nextAttemptAt: now + 600 });
    expect(toFullMailboxMail({ ...claimed, template: 'verify_email' }, now + 600, now)).toEqual({ status: 'dropped', nextAttemptAt: now });
  });
});

describe('a mailed link', () => {
  const link: LinkState = {
    purpose: 'verify_email',
    email: 'Fay@Example.test',
    expiresAt: now + 1,
    usedAt: null,
    emailKey: 'fay@example.test',
    emailVerifiedAt: null,
    isSuspended: false,
    hasBounced: false,
  };
  const undo: LinkState = { ...link, purpose: 'undo_email_change', emailKey: 'new@example.test' };

  test.each<[string, Partial<LinkState>, unknown]>([
    ['that is open', {}, { ok: true, value: 'verify' }],
    ['that was used with success', { usedAt: now, emailVerifiedAt: now }, { ok: true, value: 'is_verified' }],
    ['that expired after the address was verified', { expiresAt: now, emailVerifiedAt: 1 }, { ok: true, value: 'is_verified' }],
    ['that was voided', { usedAt: now }, { ok: false, refusal: 'link_used' }],
    ['that has expired', { expiresAt: now }, { ok: false, refusal: 'link_expired' }],
    ['of a suspended member', { isSuspended: true, expiresAt: now }, { ok: false, refusal: 'link_paused' }],
    ['of another address', { emailKey: 'new@example.test' }, { ok: false, refusal: 'link_outdated' }],
    ['of another purpose', { purpose: 'reset_password' }, { ok: false, refusal: 'link_unknown' }],
  ])('to verify %s', (_what, more, expected) => {
    expect(decideVerification({ ...link, ...more }, now)).toEqual(expected);
  });

  test.each<[string, Partial<LinkState>, unknown]>([
    ['a change', {}, { ok: true, value: { kind: 'bring_back', email: 'Fay@Example.test', emailKey: 'fay@example.test' } }],
    [
      'a change that is still pending',
      { purpose: 'stop_email_change' },
      { ok: true, value: { kind: 'call_off', email: 'Fay@Example.test', emailKey: 'fay@example.test' } },
    ],
    ['that was used', { usedAt: now }, { ok: false, refusal: 'link_used' }],
    ['that has expired', { expiresAt: now }, { ok: false, refusal: 'undo_link_expired' }],
    ['of another purpose', { purpose: 'verify_email' }, { ok: false, refusal: 'link_unknown' }],
  ])('to undo %s', (_what, more, expected) => {
    expect(decideUndo({ ...undo, ...more }, now)).toEqual(expected);
  });

  const proof: LinkState = { ...link, purpose: 'change_email', emailKey: 'old@example.test', emailVerifiedAt: 1 };
  test.each<[string, Partial<LinkState>, unknown]>([
    ['that is open', {}, { ok: true, value: 'change' }],
    ['that was used with success', { usedAt: now, emailKey: 'fay@example.test' }, { ok: true, value: 'is_changed' }],
    ['that was voided', { usedAt: now }, { ok: false, refusal: 'link_used' }],
    ['that has expired', { expiresAt: now }, { ok: false, refusal: 'change_link_expired' }],
    ['of another purpose', { purpose: 'verify_email' }, { ok: false, refusal: 'link_unknown' }],
  ])('to a new address %s', (_what, more, expected) => {
    expect(decideEmailChange({ ...proof, ...more }, now)).toEqual(expected);
  });

  test('that is unknown does nothing', () => {
    expect(decideEmailChange(undefined, now)).toEqual({ ok: false, refusal: 'link_unknown' });
    expect(decideVerification(undefined, now)).toEqual({ ok: false, refusal: 'link_unknown' });
    expect(decideUndo(undefined, now)).toEqual({ ok: false, refusal: 'link_unknown' });
  });
});
