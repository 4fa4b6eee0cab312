import { t } from '@lingui/core/macro';
import { mutate } from 'swr';
import type * as v from 'valibot';
import { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { ErrorCode } from '#schema/errors.ts';
import type { StayAnswer, StayWish, Traveler, TravelerRequest } from '#schema/stays/stay.ts';
import { refreshUser } from '#web/features/accounts/session/user-store.ts';
import { listPath, showCertificate } from '#web/features/certificates/certificates-api.ts';
import { apiSend, type SendMethod } from '#web/lib/api/client.ts';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import type { FormFailure } from '#web/ui/forms/Form.tsx';

type Certificate = Pick<VacationCertificate, 'number'>;

export const correctTraveler = (certificate: Certificate, change: v.InferOutput<typeof TravelerRequest>) =>
  send('PUT', stayPath(certificate, 'traveler'), change);
export const makeWishes = (certificate: Certificate, change: { wishes: StayWish[]; version: number }) =>
  send('PUT', stayPath(certificate, 'wishes'), change);
export const acceptOffer = (certificate: Certificate, offerId: number, currentPassword: string) =>
  send('POST', stayPath(certificate, 'accept'), { offerId, ...identityProof(currentPassword) });
export const declineOffer = (certificate: Certificate, offerId: number, currentPassword: string) =>
  send('POST', stayPath(certificate, 'decline'), { offerId, ...identityProof(currentPassword) });
export const answerStay = (certificate: Certificate, answer: StayAnswer) => send('POST', stayPath(certificate, 'answer'), answer);

export async function returnStay(certificate: Certificate, currentPassword: string): Promise<void> {
  await send('POST', stayPath(certificate, 'return'), identityProof(currentPassword));
  await refreshUser();
}

/** Gives a certificate back for its tokens because its traveler already has another stay within the year. Then reloads the member. */
export async function returnForTraveler({ number }: Certificate, traveler: Traveler, currentPassword: string): Promise<void> {
  await send('POST', `${listPath}/${encodeURIComponent(number)}/return`, { traveler, ...identityProof(currentPassword) });
  await refreshUser();
}

export function stayPath({ number }: Certificate, file: string): string {
  return `/api/stays/${encodeURIComponent(number)}/${file}`;
}

/**
 * Sends a change to a stay and shows the updated certificate. If the server rejects the change, reloads the certificates because the page
 * was probably stale.
 */
async function send(method: SendMethod, path: string, body?: object): Promise<void> {
  try {
    await showCertificate(await apiSend(method, path, body, VacationCertificate));
  } catch (error) {
    if (error instanceof ApiError) await mutate(listPath).catch(() => undefined);
    throw error;
  }
}

const staleCodes: ErrorCode[] = ['offer_closed', 'changed_meanwhile', 'wishes_closed', 'traveler_fixed', 'no_return_yet', 'stay_not_over'];

/**
 * Reports a failed change. If the stay has changed since it was loaded, its card already shows the new state, so the error appears in a
 * toast.
 */
export function tripFailure(title: string) {
  return (error: unknown): FormFailure | null => {
    const text = errorText(error, t`Please try again.`);
    if (!isStale(error)) return { title, text };
    showToast({ tone: 'error', title: t`Your stay has changed`, description: text });
    return null;
  };
}

export function isStale(error: unknown): boolean {
  return error instanceof ApiError && staleCodes.some((code) => code === error.body?.code);
}
