/** Calls of the Certificates tab. */
import { AdminCertificate, AdminCertificates } from '#schema/certificates/admin-certificates.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const certificatesPath = '/api/admin/certificates';

export function useCertificate(id: number) {
  return useQuery(`${certificatesPath}/${id}`, AdminCertificate, { asksOnVisit: true });
}

/** Cancels it: its tokens go back to the member, who reads the reason. */
export function cancelCertificate({ id, version }: AdminCertificate, reason: string): Promise<AdminCertificate> {
  return changed(apiSend('POST', `${certificatesPath}/${id}/cancel`, { reason, version }, AdminCertificate));
}

/** Enters or corrects the travel provider's reference. */
export function bookCertificate({ id, version }: AdminCertificate, travelPlugId: string): Promise<AdminCertificate> {
  return changed(apiSend('PUT', `${certificatesPath}/${id}/booking`, { travelPlugId, version }, AdminCertificate));
}

/** The certificate as it is now, after somebody else changed it. */
export async function readCertificate({ number }: AdminCertificate): Promise<AdminCertificate | undefined> {
  void reloadLists(certificatesPath);
  return (await apiGet(`${certificatesPath}?q=${encodeURIComponent(number)}`, AdminCertificates))[0];
}

async function changed(sending: Promise<AdminCertificate>): Promise<AdminCertificate> {
  const certificate = await sending;
  await reloadLists(certificatesPath);
  return certificate;
}
