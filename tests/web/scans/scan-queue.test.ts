/** The scan queue sends each scan once, in the session of the member who made it, even across restarts and tabs. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#schema/errors.ts';
import { apiErrorOf, refused } from '#tests/web/support/refused.ts';
import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { createScanQueue, type QueuePorts } from '#web/features/scans/scanning/offline/scan-queue.ts';
import type { ScanShelf } from '#web/features/scans/scanning/offline/scan-shelf.ts';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { NetworkError } from '#web/lib/api-error.ts';

/** The device's storage, which persists after a page is closed. */
let stored: Map<string, QueuedScan>;
let memberId: number | null;
let sent: Scan[];
let answer: (scan: Scan) => { tokensEarned: number } | Error;
let finished: QueuedScan[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) });
  [stored, memberId, sent, finished] = [new Map(), 7, [], []];
  answer = () => ({ tokensEarned: 1 });
});
afterEach(() => vi.useRealTimers());

const shelf: ScanShelf = {
  all: async () => [...stored.values()],
  async update(id, change) {
    const next = change(stored.get(id));
    if (next) stored.set(id, next);
    else stored.delete(id);
  },
};

/** Creates the scan queue as a newly opened page would. */
function openPage(ports: Partial<QueuePorts> = {}) {
  return createScanQueue({
    shelf,
    memberId: () => memberId,
    async send(scan) {
      sent.push(scan);
      await Promise.resolve();
      const outcome = answer(scan);
      if (outcome instanceof Error) throw outcome;
      const card = { cardId: scan.cardId, status: 'active', location: null, description: null, place: null, totalScans: 1, isOwn: false };
      return { ...outcome, message: 'Cache Card scanned successfully', tokenBalance: 1, card };
    },
    runExclusively: (work) => work(),
    announce: () => {},
    onFinished: (scans) => finished.push(...scans),
    ...ports,
  });
}

const scan = (number: number, code?: string): Scan => ({
  cardId: `TC-000000${number}`,
  ...(code && { code }),
  source: 'camera',
  key: `key-of-scan-${number}${code ?? ''}`,
});
const phases = () => [...stored.values()].map(({ fate }) => fate.phase);
const refusal = (code: ErrorCode, retryAfterSeconds?: number) => apiErrorOf(refused(code), retryAfterSeconds);
const backOnline = { isNetworkBack: true };

describe('queued scans', () => {
  test('are sent when the network returns, oldest first, and reported to their member', async () => {
    const page = openPage();
    for (const number of [1, 2, 3]) {
      expect(await page.keep(scan(number))).toBe(true);
      vi.setSystemTime(Date.now() + 1_000);
    }
    expect(sent).toEqual([]);
    await page.send(backOnline);
    expect(sent.map(({ cardId, source, key }) => [cardId, source, key])).toEqual(
      [1, 2, 3].map((number) => [`TC-000000${number}`, 'offline', `key-of-scan-${number}`]),
    );
    expect(phases()).toEqual(['counted', 'counted', 'counted']);
    expect(finished).toHaveLength(3);
    await page.send(backOnline);
    expect(sent).toHaveLength(3);
  });

  test('survive a restart', async () => {
    await openPage().keep(scan(1));
    await openPage().send(backOnline);
    expect(sent).toHaveLength(1);
    await openPage().send(backOnline);
    expect(sent).toHaveLength(1);
  });

  test('are combined if a card is scanned repeatedly before it is sent', async () => {
    const page = openPage();
    await Promise.all([page.keep(scan(1)), page.keep({ ...scan(1), key: 'another-key' })]);
    await page.keep(scan(1, 'ABCD2345'));
    expect(stored.size).toBe(2);
    await page.send(backOnline);
    expect(sent.map(({ key }) => key)).toEqual(['key-of-scan-1', 'key-of-scan-1ABCD2345']);
  });

  test('are sent automatically, after growing pauses', async () => {
    const page = openPage();
    answer = () => new NetworkError('No answer');
    await page.keep(scan(1));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(sent).toHaveLength(1);
    answer = () => ({ tokensEarned: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(phases()).toEqual(['counted']);
  });

  test('wait behind the first without an answer', async () => {
    const page = openPage();
    await page.keep(scan(1));
    await page.keep(scan(2));
    answer = () => new NetworkError('No answer');
    await page.send(backOnline);
    expect(sent).toHaveLength(1);
    expect(phases()).toEqual(['waiting', 'waiting']);
    expect(finished).toEqual([]);
  });

  test('are independent: one over a limit waits, a refused one ends', async () => {
    const page = openPage();
    for (const number of [1, 2, 3]) await page.keep(scan(number));
    const refusals = [refusal('daily_scan_limit', 600), refusal('card_not_found')];
    answer = ({ cardId }) => refusals[Number(cardId.at(-1)) - 1] ?? { tokensEarned: 1 };
    await page.send(backOnline);
    expect(phases()).toEqual(['waiting', 'refused', 'counted']);
    answer = () => ({ tokensEarned: 1 });
    await page.send(backOnline);
    expect(sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(phases()).toEqual(['counted', 'refused', 'counted']);
  });

  test('are sent again if the network returned during a failed attempt', async () => {
    const page = openPage();
    await page.keep(scan(1));
    answer = () => {
      answer = () => ({ tokensEarned: 1 });
      void page.send(backOnline);
      return new NetworkError('No answer');
    };
    await page.send(backOnline);
    expect(phases()).toEqual(['counted']);
  });
});

describe('another member with queued scans', () => {
  test('never sends them; they wait for their own member', async () => {
    await openPage().keep(scan(1));
    memberId = 8;
    const page = openPage();
    await page.send(backOnline);
    memberId = null;
    await page.send(backOnline);
    expect(sent).toEqual([]);
    expect(await page.keep(scan(2))).toBe(false);
    memberId = 7;
    await page.send(backOnline);
    expect(sent).toHaveLength(1);
  });

  test('signing in between two of them stops the sending', async () => {
    const page = openPage();
    await page.keep(scan(1));
    await page.keep(scan(2));
    answer = () => {
      memberId = 8;
      return { tokensEarned: 1 };
    };
    await page.send(backOnline);
    expect(sent).toHaveLength(1);
    expect(phases()).toEqual(['counted', 'waiting']);
  });

  test('can queue the same card', async () => {
    await openPage().keep(scan(1));
    memberId = 8;
    await openPage().keep({ ...scan(1), key: 'key-of-the-other' });
    expect(stored.size).toBe(2);
  });
});

describe('two tabs with queued scans', () => {
  test('send a scan once, since one waits for the other', async () => {
    let isHeld = false;
    async function runExclusively(work: () => Promise<void>) {
      if (isHeld) return;
      isHeld = true;
      await work();
      isHeld = false;
    }
    const [one, two] = [openPage({ runExclusively: runExclusively }), openPage({ runExclusively: runExclusively })];
    await one.keep(scan(1));
    await Promise.all([one.send(backOnline), two.send(backOnline)]);
    expect(sent).toHaveLength(1);
  });

  test('send a scan with the same key if the browser lacks locks', async () => {
    const [one, two] = [openPage(), openPage()];
    await one.keep(scan(1));
    await Promise.all([one.send(backOnline), two.send(backOnline)]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(phases()).toEqual(['counted']);
  });
});

describe('a finished scan', () => {
  test('stays until it is dismissed; a waiting one cannot be dismissed', async () => {
    const page = openPage();
    await page.keep(scan(1));
    await page.dismiss(page.scans());
    expect(phases()).toEqual(['waiting']);
    await page.send(backOnline);
    await page.dismiss(page.scans());
    expect(stored.size).toBe(0);
  });

  test('is queued again when the card is scanned again', async () => {
    const page = openPage();
    await page.keep(scan(1));
    await page.send(backOnline);
    await page.keep({ ...scan(1), key: 'a-second-scan' });
    expect(phases()).toEqual(['waiting']);
  });
});

test('without storage a scan is not queued, and that is reported', async () => {
  const refuse = () => Promise.reject(new Error('no storage'));
  const page = openPage({ shelf: { all: refuse, update: refuse } });
  expect(await page.keep(scan(1))).toBe(false);
  await page.send(backOnline);
});
