import type { CertificateStatus, CertificateType } from '#worker/domain/certificate.ts';

/** What the PDF of a certificate says. */
export interface DrawnCertificate {
  number: string;
  type: CertificateType;
  status: CertificateStatus;
  holderName: string;
  tokensRedeemed: number;
  activationLink: string;
  /** UTC unix seconds, as the others. */
  createdAt: number;
  activateBy: number;
  validUntil: number;
  activatedAt: number | null;
}
