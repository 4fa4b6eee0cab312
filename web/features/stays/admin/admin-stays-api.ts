import { mutate } from 'swr';
import { totalsPath } from '#schema/admin/totals.ts';
import { AdminStayDetails, type CorrectTraveler, type OfferRequest, StayPlaces } from '#schema/stays/admin-stays.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const staysPath = '/api/admin/stays';

export function useStay(id: number) {
  return useQuery(`${staysPath}/${id}`, AdminStayDetails, { revalidatesOnMount: true, keepsPreviousData: true });
}

export function useStayPlaces() {
  return useQuery(`${staysPath}/places`, StayPlaces, { revalidatesOnMount: true });
}

export function readStay(id: number): Promise<AdminStayDetails> {
  return apiGet(`${staysPath}/${id}`, AdminStayDetails);
}

export async function reloadStay(id: number): Promise<void> {
  await Promise.all([reloadLists(staysPath), mutate(`${staysPath}/${id}`), mutate(totalsPath)]).catch(() => undefined);
}

export function enterOffer(id: number, request: OfferRequest): Promise<void> {
  return change(id, 'POST', 'offers', request);
}

export function correctTraveler(id: number, request: CorrectTraveler): Promise<void> {
  return change(id, 'PUT', 'traveler', request);
}

export type StayChange = `offers/${number}/withdraw` | 'confirm-booking' | 'no-show' | 'settle';

export function sendChange(id: number, path: StayChange, request: { reason: string; version: number }): Promise<void> {
  return change(id, 'POST', path, request);
}

/** Sends a change to a stay. Reloads the stay even if the request fails, because the stay may have changed concurrently. */
async function change(id: number, method: 'POST' | 'PUT', call: string, request: object): Promise<void> {
  try {
    await apiSend(method, `${staysPath}/${id}/${call}`, request, AdminStayDetails);
  } finally {
    await reloadStay(id);
  }
}
