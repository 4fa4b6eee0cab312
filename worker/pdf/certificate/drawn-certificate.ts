import type { CertificateStatus, CertificateType } from '#worker/domain/certificates/certificate.ts';
import type { ReviewState } from '#worker/domain/reviews/certificate-review.ts';

/** What the PDF of a certificate says. */
export interface DrawnCertificate {
  number: string;
  type: CertificateType;
  status: CertificateStatus;
  review: ReviewState;
  holderName: string;
  tokensRedeemed: number;
  activationLink: string;
  /** UTC unix seconds, as the others. */
  createdAt: number;
  activateBy: number;
  validUntil: number;
  activatedAt: number | null;
}
