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
import { useNow } from '#web/lib/react/use-now.ts';
import { redirectTo } from '#web/lib/redirect-to.ts';
import { isViewing } from '#web/lib/viewing.ts';

const listPath = '/api/vacation-certificates';

export function useCertificates() {
  return useQuery(listPath, VacationCertificates, { revalidatesOnMount: true });
}

/** ISO time; null if the member can redeem now, or while loading. */
export function useRedemptionPause(): string | null {
  const { data } = useCertificates();
  const now = useNow(60_000);
  return (data && redemptionPausedUntil(data, now)?.toISOString()) ?? null;
}

/** Reloads the member and the list even after a refusal, since a refusal means that the page was stale. */
export async function redeemCertificate(type: RedeemRequest['type']): Promise<RedeemResponse> {
  try {
    return await apiSend('POST', '/api/redeem-certificate', { type }, RedeemResponse);
  } finally {
    void Promise.allSettled([refreshUser(), mutate(listPath)]);
  }
}

/** Also reloads after a refusal, for the same reason. */
export async function activateCertificate(number: string): Promise<VacationCertificate> {
  try {
    const updatedCertificate = await apiSend('POST', `${listPath}/${encodeURIComponent(number)}/activate`, undefined, VacationCertificate);
    await mutate<VacationCertificate[]>(listPath, (list) => list?.map((one) => (one.number === number ? updatedCertificate : one)), {
      revalidate: false,
    });
    return updatedCertificate;
  } catch (error) {
    if (error instanceof ApiError) await Promise.allSettled([refreshUser(), mutate(listPath)]);
    throw error;
  }
}

/** Relative to the current origin, where the session cookie is. */
export function pdfPath({ pdfUrl }: Pick<VacationCertificate, 'pdfUrl'>): string {
  return new URL(pdfUrl).pathname;
}

/** Replaces the page with the PDF. Does nothing while an administrator views the account: it would use their own session. */
export function openPdf(certificate: Pick<VacationCertificate, 'pdfUrl'>): void {
  if (isViewing()) return;
  redirectTo(new URL(`${pdfPath(certificate)}?${openedByPage}`, location.origin).href);
}
