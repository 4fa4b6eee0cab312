import { describe, expect, test } from 'vitest';
import { comparisonKey, decideProfile } from '#worker/domain/accounts/profile.ts';
import { decidePlacement, decideReport } from '#worker/domain/cards/card.ts';

const member = { email: 'Ada@Example.test', emailVerifiedAt: 1, username: 'ada' };

describe('a profile update', () => {
  test.each([
    ['nothing', {}, { set: {} }],
    ['some texts', { firstName: 'Ada', city: null }, { set: { firstName: 'Ada', city: null } }],
    ['a field that is absent', { firstName: undefined, zip: '1' }, { set: { zip: '1' } }],
    ['the same email', { email: 'Ada@Example.test' }, { set: {} }],
    [
      'the same email in another case',
      { email: 'ada@example.test' },
      { set: {}, email: { method: 'rewrite', email: 'ada@example.test', emailKey: 'ada@example.test', previousKey: 'ada@example.test' } },
    ],
    [
      'another email',
      { email: 'Ada@Other.test' },
      { set: {}, email: { method: 'prove', email: 'Ada@Other.test', emailKey: 'ada@other.test', previousKey: 'ada@example.test' } },
    ],
    ['the same username', { username: 'ada' }, { set: {} }],
    ['the current password', { currentPassword: 'secret-1', zip: '1' }, { set: { zip: '1' } }],
  ])('with %s is planned', (_, request, plan) => {
    expect(decideProfile(request, member)).toEqual({ ok: true, value: plan });
  });

  test('replaces an address that was never verified at once', () => {
    const plan = decideProfile({ email: 'ada@other.test' }, { ...member, emailVerifiedAt: null });
    expect(plan).toMatchObject({ value: { email: { method: 'replace', email: 'ada@other.test' } } });
  });

  test.each(['Ada', 'bob', '', null])('refuses to change the username to %j', (username) => {
    expect(decideProfile({ username }, member)).toEqual({ ok: false, refusal: 'username_fixed' });
  });

  test.each([null, ''])('accepts an empty username from a member without one: %j', (username) => {
    expect(decideProfile({ username }, { ...member, username: null })).toEqual({ ok: true, value: { set: {} } });
  });
});

test.each([
  ['Ada@Example.test', 'ada@example.test'],
  [' ADA ', 'ada'],
  ['ＡＤＡ', 'ada'],
  ['STRASSE', 'strasse'],
])('%j is compared as %j', (text, key) => {
  expect(comparisonKey(text)).toBe(key);
  expect(comparisonKey(key)).toBe(key);
});

describe('a card', () => {
  test('can be placed by paid members; the first placement activates it', () => {
    expect(decidePlacement({ status: 'ordered' }, { role: 'basic' })).toEqual({ ok: true, value: { activates: true } });
    expect(decidePlacement({ status: 'active' }, { role: 'premium' })).toEqual({ ok: true, value: { activates: false } });
    expect(decidePlacement({ status: 'ordered' }, { role: 'free' })).toEqual({ ok: false, refusal: 'membership_required' });
  });

  test('can be reported missing once it is placed, by verified members; its owner takes it off the map', () => {
    const [verified, unverified] = [1, null].map((emailVerifiedAt) => ({ id: 2, emailVerifiedAt }));
    if (!verified || !unverified) throw new Error('No members');
    for (const status of ['active', 'missing'] as const) {
      expect(decideReport({ status, ownerId: 1 }, verified)).toEqual({ ok: true, value: 'report' });
      expect(decideReport({ status, ownerId: null }, unverified)).toEqual({ ok: false, refusal: 'email_unverified' });
      expect(decideReport({ status, ownerId: 2 }, unverified)).toEqual({ ok: true, value: 'take_off' });
    }
    expect(decideReport({ status: 'ordered', ownerId: 2 }, verified)).toEqual({ ok: false, refusal: 'card_not_placed' });
  });
});
