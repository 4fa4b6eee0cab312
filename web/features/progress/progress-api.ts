import { useEffect } from 'react';
import { mutate } from 'swr';
import type { MedalId } from '#schema/progress/medals.ts';
import { Progress } from '#schema/progress/progress.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const progressPath = '/api/progress';

async function change(setting: 'destination' | 'medal' | 'time-zone', body: object): Promise<void> {
  await mutate(progressPath, await apiSend('PUT', `${progressPath}/${setting}`, body, Progress), { revalidate: false });
}

export const chooseDestination = (destinationId: string | null) => change('destination', { destinationId });
export const showMedal = (medal: MedalId | null) => change('medal', { medal });

let isStoringTimeZone = false;

async function storeTimeZone(timeZone: string): Promise<void> {
  if (isStoringTimeZone) return;
  isStoringTimeZone = true;
  try {
    await change('time-zone', { timeZone });
  } catch {
    // Weeks begin in UTC until a later visit succeeds.
  } finally {
    isStoringTimeZone = false;
  }
}

/** Loads the member's progress. On first use, stores the device's time zone, in which the member's weeks begin. */
export function useProgress() {
  const query = useQuery(progressPath, Progress, { revalidatesOnMount: true });
  const isZoneUnknown = query.data?.timeZone === null;
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (isZoneUnknown && timeZone) void storeTimeZone(timeZone);
  }, [isZoneUnknown]);
  return query;
}
