/** Tests which certificates need a manual review, and how a review affects activation. Product rules: Reviews. */
import { describe, expect, test } from 'vitest';
import { getReviewSentence, reviewSentences } from '#schema/certificates/certificate.ts';
import { decideActivation, getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { decideReview } from '#worker/domain/reviews/certificate-review.ts';

const at = (iso: string) => Date.parse(iso) / 1_000;
const now = at('2026-11-21T10:00:00Z');
const newcomer = { isFirst: true, isPaidMember: false, memberSince: at('2026-11-01T00:00:00Z'), signals: [] };
const oldAndPaid = { ...newcomer, isPaidMember: true, memberSince: at('2026-05-21T09:59:59Z') };

describe('the review of a certificate', () => {
  test.each([
    ['a member’s first', newcomer, 'waiting'],
    ['a later one', { ...newcomer, isFirst: false }, 'none'],
    ['a later one with a signal', { ...newcomer, isFirst: false, signals: ['pace'] }, 'waiting'],
    ['the first of a paying member of over six months', oldAndPaid, 'passed'],
    ['the same with a signal', { ...oldAndPaid, signals: ['pace'] }, 'waiting'],
    ['a later one of that member', { ...oldAndPaid, isFirst: false }, 'passed'],
    ['the first of a paying member of exactly six months', { ...oldAndPaid, memberSince: at('2026-05-21T10:00:00Z') }, 'waiting'],
    ['the first of an old account that does not pay', { ...oldAndPaid, isPaidMember: false }, 'waiting'],
    ['a later one of a young account that pays', { ...newcomer, isPaidMember: true, isFirst: false }, 'none'],
  ] as const)('starts as expected for %s', (_, facts, review) => {
    expect(decideReview(facts, now)).toBe(review);
  });

  test('keeps it from expiring and from being activated', () => {
    const waiting = { status: 'active', review: 'waiting', activateBy: now - 1 } as const;
    expect(getStatusAt(waiting, now)).toBe('active');
    expect(decideActivation(waiting, { owedTokens: 0 }, now)).toEqual({ ok: false, refusal: 'certificate_in_review' });
    expect(decideActivation(waiting, { owedTokens: 1 }, now)).toEqual({ ok: false, refusal: 'tokens_owed' });
    for (const review of ['none', 'passed'] as const) {
      expect(getStatusAt({ ...waiting, review }, now)).toBe('expired');
      expect(decideActivation({ ...waiting, review, activateBy: now + 1 }, { owedTokens: 0 }, now)).toMatchObject({ ok: true });
    }
  });

  test('treats it as the first if no earlier one counts', () => {
    const certificate = { status: 'active', createdAt: '2026-11-21T10:00:00.000Z' } as const;
    const earlier = { ...certificate, createdAt: '2025-11-20T10:00:00.000Z' };
    expect(getReviewSentence(certificate, [certificate])).toBe(reviewSentences.first);
    expect(getReviewSentence(certificate, [certificate, { ...earlier, status: 'cancelled' }])).toBe(reviewSentences.first);
    expect(getReviewSentence(certificate, [certificate, { ...earlier, status: 'expired' }])).toBe(reviewSentences.later);
    expect(getReviewSentence({ ...earlier, status: 'active' }, [certificate, earlier])).toBe(reviewSentences.first);
  });
});
