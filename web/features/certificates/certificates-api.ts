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

export function useCertificates() {
  return useQuery(listPath, VacationCertificates, { asksOnVisit: true });
}

/** ISO time; null if it is possible now or not known yet. */
export function useRedemptionPause(): string | null {
  const { data } = useCertificates();
  const now = useNow(60_000);
  return (data && redemptionPausedUntil(data, now)?.toISOString()) ?? null;
}

/** Reloads member and list even after a refusal, which means that the page was stale. */
export async function redeemCertificate(type: RedeemRequest['type']): Promise<RedeemResponse> {
  try {
    return await apiSend('POST', '/api/redeem-certificate', { type }, RedeemResponse);
  } finally {
    void Promise.allSettled([refreshUser(), mutate(listPath)]);
  }
}

/** Reloads after a refusal, too. */
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

/** Path on the current origin, which has the session. */
export function pdfPath({ pdfUrl }: Pick<VacationCertificate, 'pdfUrl'>): string {
  return new URL(pdfUrl).pathname;
}

/**
 * Replaces the page with the PDF. Does nothing for an administrator viewing the account: it would open under their
 * own session.
 */
export function openPdf(certificate: Pick<VacationCertificate, 'pdfUrl'>): void {
  if (isViewing()) return;
  leaveFor(new URL(`${pdfPath(certificate)}?${openedByPage}`, location.origin).href);
}
