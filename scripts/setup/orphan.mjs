/**
 * Calls back when the parent process has ended. When npm is terminated, it ends its shell but not this process. Does nothing unless npm or
 * our own script started this process, because other parents may want it to outlive them.
 * @param {() => void} callback
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event && !process.env.CACHE_CARDS_REEXECUTED) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) callback();
  }, 500).unref();
}
