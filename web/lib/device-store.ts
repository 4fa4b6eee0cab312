/**
 * Creates an IndexedDB store in its own database. Adding a store to a shared database would need a version upgrade, after which open pages
 * from an older build could not open it. Methods throw if the browser does not allow storage, as in some private windows.
 */
export function deviceStore<Row>(databaseName: string, storeName: string, keyPath: keyof Row & string) {
  /** Opens a connection for each use because browsers may close idle ones without notice. */
  async function withDatabase<Value>(work: (database: IDBDatabase) => Promise<Value>): Promise<Value> {
    const openRequest = indexedDB.open(databaseName, 1);
    openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(storeName, { keyPath });
    const database = await awaitRequest(openRequest);
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }

  return {
    all(): Promise<Row[]> {
      return withDatabase((database) => awaitRequest<Row[]>(database.transaction(storeName).objectStore(storeName).getAll()));
    },
    write(work: (store: IDBObjectStore) => void): Promise<void> {
      return withDatabase((database) => {
        const transaction = database.transaction(storeName, 'readwrite');
        const completion = waitForTransaction(transaction);
        work(transaction.objectStore(storeName));
        return completion;
      });
    },
  };
}

function awaitRequest<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function waitForTransaction(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
