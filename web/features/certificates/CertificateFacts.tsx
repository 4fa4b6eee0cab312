import type { VacationCertificate } from '#schema/certificate.ts';
import { date, tokensLabel } from '#web/lib/format.ts';

/** Number, dates, cost, and the booking's reference once there is one. */
export function CertificateFacts({ certificate }: { certificate: VacationCertificate }) {
  const { number, createdAt, validUntil, tokensRedeemed, travelPlugId } = certificate;
  return (
    <dl className="certificate-facts">
      <div>
        <dt>Certificate</dt>
        <dd>{number}</dd>
      </div>
      <div>
        <dt>Redeemed</dt>
        <dd>
          <time dateTime={createdAt}>{date(createdAt)}</time> for {tokensLabel(tokensRedeemed)}
        </dd>
      </div>
      <div>
        <dt>Valid until</dt>
        <dd>
          <time dateTime={validUntil}>{date(validUntil)}</time>
        </dd>
      </div>
      {travelPlugId && (
        <div>
          <dt>Booking</dt>
          <dd>{travelPlugId}</dd>
        </div>
      )}
    </dl>
  );
}
