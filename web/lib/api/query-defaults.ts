/** Turns off SWR's automatic revalidation and retries. */
export const queryDefaults = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
  // Concurrent requests for the same data are still shared. With a longer deduplication interval, SWR would wait for a response that a
  // sign-in or sign-out has just cleared, and the page would never finish loading.
  dedupingInterval: 0,
};
