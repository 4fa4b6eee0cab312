import { expect, test } from 'vitest';
import { disputeStatus } from '#worker/clients/stripe/stripe-facts.ts';

test.each([
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['a state that Stripe adds one day', 'open'],
  ['lost', 'lost'],
  ['appeal_needs_response', 'lost'],
  ['appeal_under_review', 'lost'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
])('a dispute that is %s counts as %s', (status, ours) => {
  expect(disputeStatus(status)).toBe(ours);
});
