import { getOption, type returnReasons } from '#worker/domain/certificates/certificate.ts';
import { type CertificateRow, isActivatable } from '#worker/store/certificates/certificates.ts';
import { mayReturnSql } from '#worker/store/stays/stays.ts';
import type { Store } from '#worker/store/store.ts';

/** Cancels a certificate at the member's request and refunds its tokens. Returns false after a concurrent update. */
export function returnCertificate(
  store: Store,
  { id, status, type }: Pick<CertificateRow, 'id' | 'status' | 'type'>,
  reason: (typeof returnReasons)[keyof typeof returnReasons],
  now: number,
): Promise<boolean> {
  const from = status === 'activated' ? 'activated' : 'active';
  const condition = status === 'activated' ? mayReturnSql : isActivatable(String(now));
  return store.certificateMaintenance.cancel({ certificateId: id, from, condition, name: getOption(type).name, actor: null, reason }, now);
}
