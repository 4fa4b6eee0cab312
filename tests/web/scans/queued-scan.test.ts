import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorMessage } from '#schema/errors.ts';
import { apiErrorOf, refused } from '#tests/web/support/refused.ts';
import { createOutcomeToast, getOutcomeText } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import {
  applyFailure,
  applyResponse,
  createQueuedScan,
  isDue,
  type QueuedScan,
  toScan,
} from '#web/features/scans/scanning/offline/queued-scan.ts';
import { ApiError, NetworkError } from '#web/lib/api-error.ts';

const now = Date.UTC(2026, 10, 21, 12);
const scan = { cardId: 'TC-0000001', code: 'ABCD2345', source: 'camera' as const, key: 'k'.repeat(32) };
const queued = createQueuedScan(scan, 7, now);
const refusal = (code: ErrorCode, retryAfterSeconds?: number) => apiErrorOf(refused(code), retryAfterSeconds);
const card = { cardId: 'TC-0000001', status: 'active', location: null, description: null, place: null, totalScans: 1, isOwn: false };
const afterSuccess = (tokensEarned: number, message = 'Cache Card scanned successfully') =>
  applyResponse(queued, { message, tokensEarned, tokenBalance: 1, card });

describe('a queued scan', () => {
  test('is sent as an offline scan, with its original key and the time at which it was scanned', () => {
    expect(toScan(queued)).toEqual({
      cardId: 'TC-0000001',
      code: 'ABCD2345',
      source: 'offline',
      scannedAt: '2026-11-21T12:00:00.000Z',
      key: scan.key,
    });
    expect(toScan(createQueuedScan({ ...scan, code: undefined }, 7, now))).not.toHaveProperty('code');
  });

  test('is retried after a pause that grows to five minutes, or at once when the network returns', () => {
    let waiting = queued;
    const pauses = Array.from({ length: 9 }, () => {
      waiting = applyFailure(waiting, new NetworkError('No answer'), now);
      return waiting.fate.phase === 'waiting' ? (waiting.fate.sendAt - now) / 1_000 : 0;
    });
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300, 300, 300]);
    expect(isDue(waiting, now + 299_999, false)).toBe(false);
    expect(isDue(waiting, now + 300_000, false)).toBe(true);
    expect(isDue(waiting, now, true)).toBe(true);
  });

  test.each([
    new NetworkError('late', { cause: new DOMException('', 'TimeoutError') }),
    refusal('internal'),
    refusal('payments_being_checked'),
    refusal('not_signed_in'),
    refusal('changed_meanwhile'),
    new Error('unexpected answer'),
  ])('keeps waiting after %s', (error) =>
    expect(applyFailure(queued, error, now).fate).toMatchObject({ phase: 'waiting', waitsFor: 'network' }));

  test('over a limit waits as long as the server requests, regardless of the network', () => {
    const waiting = applyFailure(queued, refusal('daily_scan_limit', 3_600), now);
    const message = errorMessage('daily_scan_limit');
    expect(waiting.fate).toMatchObject({ phase: 'waiting', waitsFor: 'limit', sendAt: now + 3_600_000, message });
    expect(isDue(waiting, now + 3_599_999, true)).toBe(false);
    expect(isDue(waiting, now + 3_600_000, false)).toBe(true);
    expect(applyFailure(queued, refusal('too_many_requests'), now).fate).toMatchObject({ sendAt: now + 60_000 });
  });

  test.each([403, 404])('keeps waiting after a %i from a hotspot instead of our server', (status) => {
    expect(applyFailure(queued, new ApiError(status, '<html>Please sign in</html>', undefined, undefined), now).fate.phase).toBe('waiting');
  });

  test.each([
    'invalid_input',
    'viewing_only',
    'card_not_found',
    'idempotency_key_reused',
    'body_too_large',
  ] as const)('ends with the refusal %s and its text', (code) => {
    expect(applyFailure(queued, refusal(code), now).fate).toEqual({ phase: 'refused', message: errorMessage(code) });
  });

  test('is described in words', () => {
    const refused = applyFailure(queued, refusal('card_not_found'), now);
    const repeated = afterSuccess(0, 'You have already collected this Cache Card');
    const texts = (scans: QueuedScan[]) => {
      const { title, description, tone } = createOutcomeToast(scans);
      return [tone, title, description];
    };
    expect(getOutcomeText(afterSuccess(1))).toBe('You earned 1 Treasure Token!');
    expect(getOutcomeText(repeated)).toBe('You have already collected this Cache Card');
    expect(texts([afterSuccess(1)])).toEqual(['success', 'Your saved scan was sent', 'TC-0000001: You earned 1 Treasure Token!']);
    expect(texts([repeated])[0]).toBe('info');
    expect(texts([refused])).toEqual(['error', 'Your saved scan didn’t count', 'TC-0000001: This Cache Card could not be found']);
    expect(texts([afterSuccess(1), afterSuccess(1), refused])).toEqual([
      'success',
      '3 saved scans sent',
      'You earned 2 Treasure Tokens! 1 scan didn’t count. See why on your dashboard.',
    ]);
  });
});
