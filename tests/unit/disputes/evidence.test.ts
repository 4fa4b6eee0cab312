import { describe, expect, test } from 'vitest';
import { evidenceMaxLength, evidenceTotalMaxLength } from '#schema/disputes/dispute.ts';
import { decideAnswer } from '#worker/domain/disputes/answer.ts';
import { type EvidenceFacts, prepareEvidence } from '#worker/domain/disputes/evidence.ts';

const at = 1_800_000_000;
const facts: EvidenceFacts = {
  member: { firstName: 'Fay', lastName: 'Finder', email: 'fay@example.test', username: 'fay', registeredAt: at },
  payment: { description: 'Premium membership, one year', amountCents: 10_000, paidAt: at, periodStart: at, periodEnd: at + 86_400 },
  orderedCards: 0,
  address: null,
  parcels: [],
  signIns: [],
  finds: { total: 0, newest: [] },
  placements: [],
  redemptions: [],
  mails: [],
};

describe('prepared evidence', () => {
  test('of a membership names its year and the cancellation policy, and no parcel', () => {
    const evidence = prepareEvidence(facts, 'https://cards.test');
    expect(evidence).toMatchObject({
      customer_name: 'Fay Finder',
      service_date: '2027-01-15 to 2027-01-16',
      shipping_address: '',
      shipping_tracking_number: '',
    });
    expect(evidence.cancellation_policy_disclosure).toContain('You can cancel at any time');
  });

  test('lists use of the account, newest first', () => {
    const used = {
      ...facts,
      signIns: [{ at: at + 60, way: 'passkey', device: 'Firefox on Android', country: 'US', count: 1 }],
      finds: { total: 7, newest: [{ at: at + 120, cardId: 'TC-0000003' }] },
      redemptions: [{ at, number: 'VC-1', type: 'global' as const, status: 'activated' }],
      mails: [{ sentAt: at, subject: 'Your membership is active' }],
    };
    const evidence = prepareEvidence(used, 'https://cards.test');
    expect(evidence.access_activity_log.split('\n')).toEqual([
      '2027-01-15 08:02 UTC: Scanned card TC-0000003',
      '2027-01-15 08:01 UTC: Signed in (passkey), Firefox on Android, US',
    ]);
    expect(evidence.uncategorized_text).toContain('7 cards found');
    expect(evidence.uncategorized_text).toContain('Certificate VC-1 (5-7 Night Global Trip) redeemed on 2027-01-15: activated.');
    expect(evidence.uncategorized_text).toContain('2027-01-15 08:00 UTC: Your membership is active');
  });

  test('fits Stripe’s limits, however much there is, and drops whole lines', () => {
    const mails = Array.from({ length: 1_000 }, (_, index) => ({ sentAt: at + index, subject: 'A long subject '.repeat(8) }));
    const newest = Array.from({ length: 2_000 }, (_, index) => ({ at: at + index, cardId: 'TC-0000003' }));
    const texts = Object.values(prepareEvidence({ ...facts, mails, finds: { total: 2_000, newest } }, 'https://cards.test'));
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(evidenceMaxLength);
      if (text.length > 10_000) expect(text.split('\n').at(-1)).toMatch(/subject $|TC-0000003$/);
    }
    expect(texts.join('').length).toBeLessThanOrEqual(evidenceTotalMaxLength);
  });
});

describe('an answer to a dispute', () => {
  const open = { state: 'needs_response' as const, dueBy: at, answerState: null, version: 3 };
  test.each([
    ['in time', open, 'evidence', at - 1, undefined],
    ['at the deadline', open, 'evidence', at, 'dispute_past_due'],
    ['at the deadline, accepting it', open, 'accept', at, undefined],
    ['without a deadline', { ...open, dueBy: null }, 'evidence', at, undefined],
    ['sent, without a response yet', { ...open, answerState: 'asked' as const }, 'accept', at - 1, 'dispute_answered'],
    ['declined by Stripe', { ...open, answerState: 'refused' as const }, 'evidence', at - 1, undefined],
    ['with the bank', { ...open, state: 'under_review' as const }, 'accept', at - 1, 'dispute_over'],
    ['seen in an older version', { ...open, version: 4 }, 'accept', at - 1, 'changed_meanwhile'],
  ] as const)('%s', (_, dispute, kind, now, refusal) => {
    const decision = decideAnswer(dispute, kind, 3, now);
    expect(decision.ok ? undefined : decision.refusal).toBe(refusal);
  });
});
