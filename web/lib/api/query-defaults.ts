/** Turns off SWR's automatic revalidation and retries. */
export const queryDefaults = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
  // Requests that run at the same time are still shared. With a longer interval, SWR would wait for a response that signing in or out has
  // just cleared, and the page would load forever.
  dedupingInterval: 0,
};
