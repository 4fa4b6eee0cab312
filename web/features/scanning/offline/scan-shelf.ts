/** Where queued scans lie: on the device, in IndexedDB, so that they outlive the page and the browser. */
import type { QueuedScan } from '#web/features/scanning/offline/queued-scan.ts';

/** Both throw where the browser stores nothing, as some do in private windows. */
export interface ScanShelf {
  all(): Promise<QueuedScan[]>;
  /** Puts what `change` makes of the scan with this id, or takes it away, in one step that no other tab can come between. */
  update(id: string, change: (current: QueuedScan | undefined) => QueuedScan | undefined): Promise<void>;
}

const databaseName = 'cache-cards';
const storeName = 'queued_scans';

export const deviceShelf: ScanShelf = {
  all() {
    return withDatabase((database) => answer<QueuedScan[]>(database.transaction(storeName).objectStore(storeName).getAll()));
  },
  update(id, change) {
    return withDatabase((database) => {
      const transaction = database.transaction(storeName, 'readwrite');
      const done = finished(transaction);
      const store = transaction.objectStore(storeName);
      const reading: IDBRequest<QueuedScan | undefined> = store.get(id);
      reading.onsuccess = () => {
        const next = change(reading.result);
        if (next === undefined) store.delete(id);
        else if (next !== reading.result) store.put(next);
      };
      return done;
    });
  },
};

/** Opened for each use: a browser may close a connection that a page keeps, and the page would not notice. */
async function withDatabase<Value>(work: (database: IDBDatabase) => Promise<Value>): Promise<Value> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'id' });
  const database = await answer(opening);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
