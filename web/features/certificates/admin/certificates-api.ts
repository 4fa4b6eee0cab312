import { AdminCertificate, AdminCertificates } from '#schema/certificates/admin-certificates.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const certificatesPath = '/api/admin/certificates';

export function useCertificate(id: number) {
  return useQuery(`${certificatesPath}/${id}`, AdminCertificate, { revalidatesOnMount: true });
}

export function cancelCertificate(
  { id, version }: AdminCertificate,
  request: { reason: string; isReleased: boolean },
): Promise<AdminCertificate> {
  return applyChange(apiSend('POST', `${certificatesPath}/${id}/cancel`, { ...request, version }, AdminCertificate));
}

export function bookCertificate({ id, version }: AdminCertificate, travelPlugId: string): Promise<AdminCertificate> {
  return applyChange(apiSend('PUT', `${certificatesPath}/${id}/booking`, { travelPlugId, version }, AdminCertificate));
}

export function allowOtherPerson({ id, version }: AdminCertificate, reason: string): Promise<AdminCertificate> {
  return applyChange(apiSend('POST', `${certificatesPath}/${id}/other-person`, { reason, version }, AdminCertificate));
}

export async function readCertificate({ number }: AdminCertificate): Promise<AdminCertificate | undefined> {
  void reloadLists(certificatesPath);
  return (await apiGet(`${certificatesPath}?q=${encodeURIComponent(number)}`, AdminCertificates))[0];
}

async function applyChange(sending: Promise<AdminCertificate>): Promise<AdminCertificate> {
  const certificate = await sending;
  await reloadLists(certificatesPath);
  return certificate;
}
