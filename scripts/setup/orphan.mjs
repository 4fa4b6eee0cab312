/**
 * Calls back when the parent process has ended. When npm is terminated, it ends its shell but not us. Applies only under npm and our own
 * re-execution, because elsewhere outliving the parent may be intended.
 * @param {() => void} callback
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event && !process.env.CACHE_CARDS_REEXECUTED) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) callback();
  }, 500).unref();
}
