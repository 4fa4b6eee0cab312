import type { CertificateStatus, ReviewState } from '#schema/certificates/certificate.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';

export interface DrawnCertificate {
  number: string;
  type: CertificateType;
  status: CertificateStatus;
  review: ReviewState;
  holderName: string;
  tokensRedeemed: number;
  activationLink: string;
  /** Creation time in Unix seconds (UTC). The other times use the same unit. */
  createdAt: number;
  activateBy: number;
  validUntil: number;
  activatedAt: number | null;
}
