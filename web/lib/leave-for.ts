/** Leaving the page for what is none of ours: a bank, a sign-in provider, a PDF. */

/** Goes to another web address; anything else than http and https is refused. */
export function leaveFor(url: string): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('Not a web address');
  location.assign(url);
}
