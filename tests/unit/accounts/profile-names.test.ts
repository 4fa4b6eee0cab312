/** Usernames that members may choose. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DashboardProfileForm, ProfileRequest } from '#schema/accounts/account.ts';

test.each([
  ['four combining marks in a row', `Ze${'\u0301'.repeat(4)}`, true],
  ['five combining marks in a row', `Ze${'\u0301'.repeat(5)}`, false],
  ['thirty combining marks in a row', `Ze${'\u0301'.repeat(30)}`, false],
])('a first name with %s is accepted: %3$s', (_what, firstName, isAccepted) => {
  expect(v.safeParse(ProfileRequest, { firstName }).success).toBe(isAccepted);
  const form = v.safeParse(DashboardProfileForm.entries.firstName, firstName);
  expect(form.success).toBe(isAccepted);
});
