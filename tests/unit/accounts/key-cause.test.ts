import { expect, test } from 'vitest';
import { causeLabel } from '#web/features/accounts/admin/member/key-cause.ts';

test.each([
  ['referral:12', 'Referral of user 12'],
  ['referral:12:2', 'Referral of user 12, change 2'],
  ['placement:12/7', 'Placement of card 12'],
  ['placement:12/7:decision:5', 'Placement of card 12, revoked by decision 5'],
  ['placement:12/7:decision:5:undone', 'Placement of card 12, restored when decision 5 was undone'],
  ['treasure_correction:9', 'Correction 9'],
  ['something:else', 'something:else'],
])('the cause %s of a key is worded as “%s”', (cause, label) => {
  expect(causeLabel(cause)).toBe(label);
});
