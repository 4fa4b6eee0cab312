/** No automatic revalidation or retry. */
export const queryDefaults = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
  // Concurrent requests are still shared. With a longer interval, SWR would reuse an answer that signing in or out has just cleared, and
  // the page would wait forever.
  dedupingInterval: 0,
};
