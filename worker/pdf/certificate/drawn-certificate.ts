import type { CertificateStatus, CertificateType } from '#worker/domain/certificates/certificate.ts';
import type { ReviewState } from '#worker/domain/reviews/certificate-review.ts';

export interface DrawnCertificate {
  number: string;
  type: CertificateType;
  status: CertificateStatus;
  review: ReviewState;
  holderName: string;
  tokensRedeemed: number;
  activationLink: string;
  /** Unix seconds (UTC), like the others. */
  createdAt: number;
  activateBy: number;
  validUntil: number;
  activatedAt: number | null;
}
