/**
 * Calls back when the parent process has ended. If npm is terminated, it ends its shell but not this process. Does nothing unless npm or
 * one of our scripts started this process, because other parents may expect it to outlive them.
 * @param {() => void} callback
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event && !process.env.CACHE_CARDS_REEXECUTED) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) callback();
  }, 500).unref();
}
