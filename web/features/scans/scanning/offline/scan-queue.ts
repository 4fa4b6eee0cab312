/**
 * Stores scans that received no response and sends them until the response is final, only in the session of the member who made them. The
 * idempotency key makes each scan count once.
 */
import type { ScanResponse } from '#schema/scans/scan.ts';
import {
  applyFailure,
  applyResponse,
  createQueuedScan,
  isDue,
  type QueuedScan,
  toScan,
} from '#web/features/scans/scanning/offline/queued-scan.ts';
import type { ScanShelf } from '#web/features/scans/scanning/offline/scan-shelf.ts';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';

export interface QueuePorts {
  shelf: ScanShelf;
  memberId(): number | null;
  send(scan: Scan): Promise<ScanResponse>;
  /** Runs `work` unless another tab holds the lock. */
  runExclusively(work: () => Promise<void>): Promise<void>;
  announce(): void;
  onFinished(scans: QueuedScan[]): void;
}

/** Minimum delay in milliseconds before the next attempt, which gives another tab time to send its scans. */
const shortestWaitMs = 2_000;
const longestWaitMs = 60 * 60_000;

function getNextSendTime(scans: QueuedScan[], memberId: number | null): number | null {
  const times = scans.flatMap((scan) => (scan.memberId === memberId && scan.fate.phase === 'waiting' ? [scan.fate.sendAt] : []));
  return times.length === 0 ? null : Math.min(...times);
}

function attempt(scan: QueuedScan, ports: QueuePorts): Promise<QueuedScan> {
  return ports.send(toScan(scan)).then(
    (response) => applyResponse(scan, response),
    (error: unknown) => applyFailure(scan, error, Date.now()),
  );
}

export function createScanQueue(ports: QueuePorts) {
  let snapshot: QueuedScan[] = [];
  let pendingSend: Promise<void> | undefined;
  let mustSendAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  /** Reloads the snapshot of stored scans and notifies subscribers. */
  async function refresh(): Promise<void> {
    snapshot = (await ports.shelf.all()).sort((one, other) => one.queuedAt - other.queuedAt);
    for (const listener of listeners) listener();
  }

  async function change(id: string, update: (current: QueuedScan | undefined) => QueuedScan | undefined): Promise<void> {
    await ports.shelf.update(id, update);
    ports.announce();
    await refresh();
  }

  async function sendDueScans(isNetworkBack: boolean): Promise<void> {
    const attemptedKeys = new Set<string>();
    const finishedScans: QueuedScan[] = [];
    for (;;) {
      await refresh();
      const now = Date.now();
      // Read the member id again for each scan because another tab may have signed in a different member.
      const memberId = ports.memberId();
      const next = snapshot.find((scan) => scan.memberId === memberId && !attemptedKeys.has(scan.key) && isDue(scan, now, isNetworkBack));
      if (!next) break;
      attemptedKeys.add(next.key);
      const attemptedScan = await attempt(next, ports);
      await change(next.id, (current) => (current?.key === next.key ? attemptedScan : current));
      if (attemptedScan.fate.phase !== 'waiting') finishedScans.push(attemptedScan);
      else if (attemptedScan.fate.waitsFor === 'network') break;
    }
    if (finishedScans.length > 0) ports.onFinished(finishedScans);
  }

  function scheduleNext(): void {
    clearTimeout(timer);
    const sendAt = getNextSendTime(snapshot, ports.memberId());
    if (sendAt === null) return;
    const waitMs = Math.min(longestWaitMs, Math.max(shortestWaitMs, sendAt - Date.now()));
    timer = setTimeout(() => void send(), waitMs);
  }

  /** Sends all scans that are due. Never throws. If `isNetworkBack` is true, ignores retry delays. */
  async function send({ isNetworkBack = false } = {}): Promise<void> {
    if (pendingSend) {
      mustSendAgain ||= isNetworkBack;
      return pendingSend;
    }
    pendingSend = ports
      .runExclusively(() => sendDueScans(isNetworkBack))
      .then(refresh)
      .catch(() => undefined) // On failure, the scans stay stored for the next attempt.
      .finally(() => {
        pendingSend = undefined;
        scheduleNext();
      });
    await pendingSend;
    if (!mustSendAgain) return;
    mustSendAgain = false;
    await send({ isNetworkBack: true });
  }

  return {
    send,
    refresh,
    /** Stores a scan. Returns false if nobody is signed in or storage is unavailable. */
    async keep(scan: Scan): Promise<boolean> {
      const memberId = ports.memberId();
      if (memberId === null) return false;
      const queuedScan = createQueuedScan(scan, memberId, Date.now());
      try {
        await change(queuedScan.id, (current) => (current?.fate.phase === 'waiting' ? current : queuedScan));
      } catch {
        return false;
      }
      scheduleNext();
      return true;
    },
    async dismiss(scans: QueuedScan[]): Promise<void> {
      for (const { id, key } of scans) {
        await change(id, (current) => (current?.key === key && current.fate.phase !== 'waiting' ? undefined : current));
      }
    },
    /** Returns the stored scans as of the last refresh, oldest first. */
    scans: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
