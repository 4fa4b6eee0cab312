import type { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { readCertificate } from '#web/features/certificates/admin/certificates-api.ts';
import { errorText } from '#web/lib/api-error.ts';

/** `nowIs` describes the current state after a concurrent update. */
export function useSeenCertificate(given: AdminCertificate, nowIs: (latest: AdminCertificate) => string) {
  const { seen, catchUp } = useVersioned(given, () => readCertificate(given));

  async function explain(error: unknown): Promise<string> {
    const latest = await catchUp(error).catch(() => undefined);
    if (!latest) return errorText(error, 'Nothing was changed. Please try again.');
    const text = 'Someone else changed this certificate. Please check it and try again.';
    return latest.version === seen.version ? text : `${text} ${nowIs(latest)}`;
  }

  return { certificate: seen, explain };
}
