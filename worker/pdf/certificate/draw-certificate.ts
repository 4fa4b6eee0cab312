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
  /** Unix seconds (UTC), like the other times. */
  createdAt: number;
  activateBy: number;
  validUntil: number;
  activatedAt: number | null;
}
