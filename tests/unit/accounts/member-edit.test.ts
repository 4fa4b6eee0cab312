import { describe, expect, test } from 'vitest';
import { decideEdit, type EditedMember } from '#worker/domain/accounts/member-edit.ts';

const member: EditedMember = {
  version: 4,
  email: 'Fay@demo.test',
  emailVerifiedAt: 1,
  pendingEmail: 'older@demo.test',
  username: 'fay',
  firstName: 'Fay',
  lastName: 'Finder',
  phone: null,
  address: null,
  city: 'Boone',
  state: null,
  zip: null,
  country: null,
  deletionRequestedAt: null,
};
const decide = (request: object, { may = true, who = member } = {}) => decideEdit({ version: 4, ...request }, who, may, 1_000_000);

describe('an administrator’s edit of a member', () => {
  test('contains the changed fields with their former values', () => {
    expect(decide({ firstName: 'Fay', city: 'Asheville', country: null })).toEqual({
      ok: true,
      value: { set: { city: 'Asheville' }, before: { city: 'Boone' }, after: { city: 'Asheville' }, reason: null },
    });
  });

  test('without a change is empty', () => {
    expect(decide({ firstName: 'Fay', email: 'Fay@demo.test' })).toEqual({ ok: true, value: undefined });
  });

  test('can change or remove the username, which is compared without case and by its looks', () => {
    expect(decide({ username: 'Faye' })).toMatchObject({
      value: { username: { username: 'Faye', usernameKey: 'faye', usernameSkeleton: 'faye' } },
    });
    expect(decide({ username: null })).toMatchObject({
      value: { username: { username: null, usernameKey: null, usernameSkeleton: null } },
    });
  });

  test('keeps an older username, and refuses a new one that breaks the rules', () => {
    const who = { ...member, username: 'Fay Finder' };
    expect(decide({ username: 'Fay Finder', city: 'Asheville' }, { who })).toMatchObject({ ok: true });
    expect(decide({ username: 'fay finder' }, { who })).toMatchObject({ ok: false, refusal: { reason: 'invalid_input' } });
    expect(decide({ username: 'moderator' })).toEqual({ ok: false, refusal: { reason: 'username_reserved', field: 'username' } });
  });

  test('writes the same email in another case at once', () => {
    expect(decide({ email: 'fay@demo.test' })).toMatchObject({
      value: { email: { method: 'rewrite' }, before: { email: 'Fay@demo.test' }, after: { email: 'fay@demo.test' } },
    });
  });

  test('leaves a new email pending until it is proved, replacing the member’s own request', () => {
    expect(decide({ email: 'new@demo.test', reason: 'They asked' })).toMatchObject({
      value: { email: { method: 'prove' }, before: { pendingEmail: 'older@demo.test' }, after: { pendingEmail: 'new@demo.test' } },
    });
    expect(decide({ email: 'new@demo.test', reason: 'Stolen', isStolen: true })).toMatchObject({ value: { email: { method: 'recover' } } });
  });

  test('replaces an email that was never verified at once', () => {
    const who = { ...member, emailVerifiedAt: null, pendingEmail: null };
    expect(decide({ email: 'new@demo.test', reason: 'They asked' }, { who })).toMatchObject({
      value: { email: { method: 'replace' }, before: { email: 'Fay@demo.test' }, after: { email: 'new@demo.test' } },
    });
  });

  test.each([
    ['super_admin_only', { email: 'new@demo.test' }, { may: false }],
    ['reason_missing', { email: 'new@demo.test' }, {}],
    ['changed_meanwhile', { version: 3, city: 'Asheville' }, {}],
    ['member_leaving', { city: 'Asheville' }, { who: { ...member, deletionRequestedAt: 999_999 } }],
    ['member_leaving', { email: 'new@demo.test', reason: 'Stolen', isStolen: true }, { who: { ...member, deletionRequestedAt: 1 } }],
  ])('is refused: %s', (refusal, request, circumstances) => {
    expect(decide(request, circumstances)).toEqual({ ok: false, refusal });
  });

  test('with the email unchanged is open to administrators who may not change emails', () => {
    expect(decide({ email: 'Fay@demo.test', city: 'Asheville' }, { may: false })).toMatchObject({ ok: true });
  });
});
