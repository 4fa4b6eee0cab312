/**
 * Calls back when the process that started this one is gone: npm, told to end, ends its shell but not us. Only under npm
 * and under our own re-execution; elsewhere outliving one's parent may be meant.
 * @param {() => void} callback
 */
export function whenOrphaned(callback) {
  if (!process.env.npm_lifecycle_event && !process.env.CACHE_CARDS_REEXECUTED) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) callback();
  }, 500).unref();
}
