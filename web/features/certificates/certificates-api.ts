/** A member's own vacation certificates. */
import { mutate } from 'swr';
import {
  openedByPage,
  type RedeemRequest,
  RedeemResponse,
  redemptionPausedUntil,
  VacationCertificate,
  VacationCertificates,
} from '#schema/certificates/certificate.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { leaveFor } from '#web/lib/leave-for.ts';
import { useNow } from '#web/lib/react/use-now.ts';
import { isViewing } from '#web/lib/viewing.ts';

const listPath = '/api/vacation-certificates';

/** GET /api/vacation-certificates, newest first. */
export function useCertificates() {
  return useQuery(listPath, VacationCertificates, { asksOnVisit: true });
}

/** From when on the member can redeem again, ISO; null where that is now, or not known yet. */
export function useRedemptionPause(): string | null {
  const { data } = useCertificates();
  const now = useNow(60_000);
  return (data && redemptionPausedUntil(data, now)?.toISOString()) ?? null;
}

/** Trades tokens for a certificate. Member and list are asked for anew, also where the server knew better than the page. */
export async function redeemCertificate(type: RedeemRequest['type']): Promise<RedeemResponse> {
  try {
    return await apiSend('POST', '/api/redeem-certificate', { type }, RedeemResponse);
  } finally {
    void Promise.allSettled([refreshUser(), mutate(listPath)]);
  }
}

/** Activates one; where the server refuses, what it knows is loaded anew. */
export async function activateCertificate(number: string): Promise<VacationCertificate> {
  try {
    const activated = await apiSend('POST', `${listPath}/${encodeURIComponent(number)}/activate`, undefined, VacationCertificate);
    await mutate<VacationCertificate[]>(listPath, (list) => list?.map((one) => (one.number === number ? activated : one)), {
      revalidate: false,
    });
    return activated;
  } catch (error) {
    if (error instanceof ApiError) await Promise.allSettled([refreshUser(), mutate(listPath)]);
    throw error;
  }
}

/** The PDF, at the address where the site is open: there the session is known. */
export function pdfPath({ pdfUrl }: Pick<VacationCertificate, 'pdfUrl'>): string {
  return new URL(pdfUrl).pathname;
}

/** Opens the PDF in place of the page; nothing where an administrator only views: it would come for who is signed in beside. */
export function openPdf(certificate: Pick<VacationCertificate, 'pdfUrl'>): void {
  if (isViewing()) return;
  leaveFor(new URL(`${pdfPath(certificate)}?${openedByPage}`, location.origin).href);
}
