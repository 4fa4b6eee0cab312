/** Navigates to another site. Rejects anything but http and https URLs. */
export function redirectTo(url: string): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('Not a web address');
  location.assign(url);
}
