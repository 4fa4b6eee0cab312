import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { deviceStore } from '#web/lib/device-store.ts';

/** Storage for scans on the device. All methods throw if the browser does not allow storage. */
export interface ScanShelf {
  all(): Promise<QueuedScan[]>;
  /** Updates a scan atomically across tabs. If `change` returns undefined, the scan is deleted. */
  update(id: string, change: (current: QueuedScan | undefined) => QueuedScan | undefined): Promise<void>;
}

const scans = deviceStore<QueuedScan>('cache-cards', 'queued_scans', 'id');

export const deviceShelf: ScanShelf = {
  all: scans.all,
  update(id, change) {
    return scans.write((store) => {
      const paging: IDBRequest<QueuedScan | undefined> = store.get(id);
      paging.onsuccess = () => {
        const next = change(paging.result);
        if (next === undefined) store.delete(id);
        else if (next !== paging.result) store.put(next);
      };
    });
  },
};
