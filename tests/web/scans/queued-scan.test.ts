/** The states of a scan that could not be sent. */
import { describe, expect, test } from 'vitest';
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
const refusal = (status: number, message = 'No.', code = 'x', retryAfter?: number) =>
  new ApiError(status, '', { message, code, requestId: 'r' }, retryAfter);
const card = { cardId: 'TC-0000001', status: 'active', location: null, description: null, place: null, totalScans: 1, isOwn: false };
const afterSuccess = (tokensEarned: number, message = 'Cache Card scanned successfully') =>
  applyResponse(queued, { message, tokensEarned, tokenBalance: 1, card });

describe('a queued scan', () => {
  test('is sent as an offline scan, with its original key', () => {
    expect(toScan(queued)).toEqual({ cardId: 'TC-0000001', code: 'ABCD2345', source: 'offline', key: scan.key });
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
    refusal(500),
    refusal(503),
    refusal(401),
    refusal(409, 'Changed', 'changed_meanwhile'),
    new Error('unexpected answer'),
  ])('keeps waiting after %s', (error) =>
    expect(applyFailure(queued, error, now).fate).toMatchObject({ phase: 'waiting', waitsFor: 'network' }));

  test('over a limit waits as long as the server says, whatever the network does', () => {
    const waiting = applyFailure(queued, refusal(429, 'Come back tomorrow', 'daily_scan_limit', 3_600), now);
    expect(waiting.fate).toMatchObject({ phase: 'waiting', waitsFor: 'limit', sendAt: now + 3_600_000, message: 'Come back tomorrow' });
    expect(isDue(waiting, now + 3_599_999, true)).toBe(false);
    expect(isDue(waiting, now + 3_600_000, false)).toBe(true);
    expect(applyFailure(queued, refusal(429), now).fate).toMatchObject({ sendAt: now + 60_000 });
  });

  test.each([403, 404])('keeps waiting after a %i from a hotspot instead of our server', (status) => {
    expect(applyFailure(queued, new ApiError(status, '<html>Please sign in</html>', undefined, undefined), now).fate.phase).toBe('waiting');
  });

  test.each([400, 403, 404, 409, 413])('ends with a refusal of %i and its text', (status) => {
    expect(applyFailure(queued, refusal(status, 'This Cache Card could not be found'), now).fate).toEqual({
      phase: 'refused',
      message: 'This Cache Card could not be found',
    });
  });

  test('is described in words', () => {
    const refused = applyFailure(queued, refusal(404, 'This Cache Card could not be found'), now);
    const repeated = afterSuccess(0, 'You have already collected this Cache Card');
    const texts = (scans: QueuedScan[]) => {
      const { title, description, tone } = createOutcomeToast(scans);
      return [tone, title, description];
    };
    expect(getOutcomeText(afterSuccess(1))).toBe('You earned 1 Treasure Token!');
    expect(getOutcomeText(repeated)).toBe('You have already collected this Cache Card');
    expect(texts([afterSuccess(1)])).toEqual(['success', 'Your saved scan was sent', 'TC-0000001: You earned 1 Treasure Token!']);
    expect(texts([repeated])[0]).toBe('info');
    expect(texts([refused])).toEqual(['error', 'Your saved scan did not count', 'TC-0000001: This Cache Card could not be found']);
    expect(texts([afterSuccess(1), afterSuccess(1), refused])).toEqual([
      'success',
      '3 saved scans sent',
      'You earned 2 Treasure Tokens! 1 scan did not count. See why on your dashboard.',
    ]);
  });
});
