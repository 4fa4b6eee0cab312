import type { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { readCertificate } from '#web/features/certificates/admin/certificates-api.ts';
import { errorText } from '#web/lib/api-error.ts';

/** Explains failed changes. After a concurrent update, appends `describeLatest`'s sentence about the current certificate. */
export function useLatestCertificate(initial: AdminCertificate, describeLatest: (latestCertificate: AdminCertificate) => string) {
  const { base, refreshIfStale } = useVersioned(initial, () => readCertificate(initial));

  async function explain(error: unknown): Promise<string> {
    const latestCertificate = await refreshIfStale(error).catch(() => undefined);
    if (!latestCertificate) return errorText(error, 'Nothing was changed. Please try again.');
    const text = 'Someone else changed this certificate. Please check it and try again.';
    return latestCertificate.version === base.version ? text : `${text} ${describeLatest(latestCertificate)}`;
  }

  return { certificate: base, explain };
}
