import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { FactList } from '#web/ui/FactList.tsx';

export function CertificateFacts({ certificate }: { certificate: VacationCertificate }) {
  const { number, createdAt, validUntil, tokensRedeemed } = certificate;
  return (
    <FactList
      className="certificate-facts"
      facts={{
        [t`Certificate`]: number,
        [t`Redeemed`]: (
          <Trans>
            <time dateTime={createdAt}>{calendarDay(createdAt)}</time> for {tokensLabel(tokensRedeemed)}
          </Trans>
        ),
        [t`Valid until`]: <time dateTime={validUntil}>{calendarDay(validUntil)}</time>,
      }}
    />
  );
}
