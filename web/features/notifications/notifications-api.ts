import { mutate } from 'swr';
import { type DigestChoice, type NewCardsRequest, Preferences } from '#schema/accounts/my-data.ts';
import type { NotificationRequest, PushDeviceRequest } from '#schema/messages/notifications.ts';
import { apiSend } from '#web/lib/api/client.ts';

const preferencesPath = '/api/preferences';

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export async function chooseDigest(frequency: DigestChoice): Promise<void> {
  await updatePreferences(apiSend('PUT', `${preferencesPath}/digest`, { frequency }, Preferences));
}

export async function watchNewCards(watch: NewCardsRequest): Promise<void> {
  await updatePreferences(apiSend('PUT', `${preferencesPath}/new-cards`, watch, Preferences));
}

export async function endNewCards(): Promise<void> {
  await updatePreferences(apiSend('DELETE', `${preferencesPath}/new-cards`, undefined, Preferences));
}

export async function chooseNotification(choice: NotificationRequest): Promise<void> {
  await updatePreferences(apiSend('PATCH', `${preferencesPath}/notifications`, { ...choice, timeZone: timeZone() }, Preferences));
}

export async function registerDevice(device: PushDeviceRequest): Promise<void> {
  await updatePreferences(apiSend('PUT', `${preferencesPath}/device`, { ...device, timeZone: timeZone() }, Preferences));
}

export async function forgetDevice(): Promise<void> {
  await updatePreferences(apiSend('DELETE', `${preferencesPath}/device`, undefined, Preferences));
}

async function updatePreferences(response: Promise<Preferences>): Promise<void> {
  await mutate(preferencesPath, await response, { revalidate: false });
}
