/** Whether the site runs on an iPhone or iPad, where push notifications need the site on the home screen. */
export function isAppleTouchDevice(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

/** Whether the site was opened from the home screen. */
export function isOnHomeScreen(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
