/** What the device keeps for a page in IndexedDB, so that it outlives the page and the browser. */

/**
 * One store in a database of its own: databases that hold several have a version, and a page of an older build that is still
 * open could not open them any more. All of it throws where the browser stores nothing, as some do in private windows.
 */
export function deviceStore<Row>(databaseName: string, storeName: string, keyPath: keyof Row & string) {
  /** Opened for each use: a browser may close a connection that a page keeps, and the page would not notice. */
  async function withDatabase<Value>(work: (database: IDBDatabase) => Promise<Value>): Promise<Value> {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath });
    const database = await answer(opening);
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }

  return {
    all(): Promise<Row[]> {
      return withDatabase((database) => answer<Row[]>(database.transaction(storeName).objectStore(storeName).getAll()));
    },
    /** Does `work` in one step that no other tab can come between. */
    write(work: (store: IDBObjectStore) => void): Promise<void> {
      return withDatabase((database) => {
        const transaction = database.transaction(storeName, 'readwrite');
        const done = finished(transaction);
        work(transaction.objectStore(storeName));
        return done;
      });
    },
  };
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
