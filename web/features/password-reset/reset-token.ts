/** The token of a reset link: in the address on arrival, afterwards in the history's entry, which no address shows. */

/** Empty where the link had none. */
export function readResetToken(): string {
  const given = new URLSearchParams(location.search).get('token');
  if (given) return given;
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'resetToken' in state && typeof state.resetToken === 'string'
    ? state.resetToken
    : '';
}

/** Takes the token out of the address; a reload still finds it. */
export function hideResetToken(): void {
  const resetToken = readResetToken();
  history.replaceState(resetToken ? { resetToken } : null, '', location.pathname);
}

/** The token is used up. */
export function forgetResetToken(): void {
  history.replaceState(null, '', location.pathname);
}
