/** Nothing is fetched again by itself, and nothing is retried. */
export const queryDefaults = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
  // Requests under way are still shared. But SWR would also take the last answer for two seconds in place of asking, and
  // signing in or out has just thrown that answer away: the page would wait for ever.
  dedupingInterval: 0,
};
