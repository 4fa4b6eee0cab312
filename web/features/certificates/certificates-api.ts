import { mutate } from 'swr';
import type * as v from 'valibot';
import {
  type RedeemRequest,
  RedeemResponse,
  redemptionPausedUntil,
  signedInPageParameter,
  VacationCertificate,
  VacationCertificates,
} from '#schema/certificates/certificate.ts';
import type { ActivateRequest } from '#schema/stays/stay.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useNow } from '#web/lib/react/use-now.ts';
import { redirectTo } from '#web/lib/redirect-to.ts';
import { isViewing } from '#web/lib/viewing.ts';

export const listPath = '/api/vacation-certificates';

export function useCertificates() {
  return useQuery(listPath, VacationCertificates, { revalidatesOnMount: true });
}

/** Returns the ISO time of the next allowed redemption; null if the member can redeem now, or while loading. */
export function useRedemptionPause(): string | null {
  const { data } = useCertificates();
  const now = useNow(60_000);
  return (data && redemptionPausedUntil(data, now)?.toISOString()) ?? null;
}

/**
 * Redeems tokens, then reloads the member and the certificates. Reloads them after a rejection too because a rejection means that the page
 * was stale.
 */
export async function redeemCertificate(request: RedeemRequest): Promise<RedeemResponse> {
  try {
    return await apiSend('POST', '/api/redeem-certificate', request, RedeemResponse);
  } finally {
    void Promise.allSettled([refreshUser(), mutate(listPath)]);
  }
}

/**
 * Activates a certificate, then reloads the certificates. Reloads them after a rejection too because a rejection means that the page was
 * stale.
 */
export async function activateCertificate(number: string, request: v.InferOutput<typeof ActivateRequest>): Promise<VacationCertificate> {
  try {
    const updatedCertificate = await apiSend('POST', `${listPath}/${encodeURIComponent(number)}/activate`, request, VacationCertificate);
    await showCertificate(updatedCertificate);
    return updatedCertificate;
  } catch (error) {
    if (error instanceof ApiError) await Promise.allSettled([refreshUser(), mutate(listPath)]);
    throw error;
  }
}

/** Updates the certificate in the cached list. */
export async function showCertificate(certificate: VacationCertificate): Promise<void> {
  const replace = (list: VacationCertificate[] | undefined) => list?.map((one) => (one.number === certificate.number ? certificate : one));
  await mutate<VacationCertificate[]>(listPath, replace, { revalidate: false });
}

/** Returns the PDF's path without a host so that the request goes to the current origin, where the session cookie is valid. */
export function pdfPath({ pdfUrl }: Pick<VacationCertificate, 'pdfUrl'>): string {
  return new URL(pdfUrl).pathname;
}

/**
 * Navigates to the PDF. Does nothing while an administrator views the account, because the browser would send the administrator's session.
 */
export function openPdf(certificate: Pick<VacationCertificate, 'pdfUrl'>): void {
  if (isViewing()) return;
  redirectTo(new URL(`${pdfPath(certificate)}?${signedInPageParameter}`, location.origin).href);
}
