/** Closes the notifications that this device shows. */
export async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const notifications = await registration?.getNotifications?.().catch(() => []);
  for (const notification of notifications ?? []) notification.close();
}
