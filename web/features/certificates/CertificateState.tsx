import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { type CertificateStanding, getStanding, reviewText, timeLeft } from '#web/features/certificates/certificate-labels.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { date, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const badges = () =>
  ({
    reviewed: { words: t`In review`, tone: 'info' },
    active: { words: t`Ready to activate`, tone: 'yellow' },
    activated: { words: t`Activated`, tone: 'green' },
    expired: { words: t`Expired`, tone: 'grey' },
    cancelled: { words: t`Canceled`, tone: 'red' },
  }) as const satisfies Record<CertificateStanding, { words: string; tone: BadgeTone }>;

const returnedBadge = () => ({ words: t`Returned`, tone: 'grey' }) as const;

function isReturned({ status, stay }: VacationCertificate): boolean {
  return status === 'cancelled' && stay?.stage === 'returned';
}

interface CertificateStateProps {
  certificate: VacationCertificate;
  all: readonly VacationCertificate[];
  /** Current time in Unix milliseconds. */
  now: number;
}

export function CertificateState(props: CertificateStateProps) {
  const standing = getStanding(props.certificate, props.now);
  const { words, tone } = isReturned(props.certificate) ? returnedBadge() : badges()[standing];
  return (
    <div className="stack gap-2 certificate-state">
      <Badge tone={tone}>{words}</Badge>
      <p>
        <StateSentence {...props} standing={standing} />
      </p>
    </div>
  );
}

function StateSentence({ certificate, all, now, standing }: CertificateStateProps & { standing: CertificateStanding }) {
  const { activateBy, activatedAt, validUntil, tokensRedeemed, cancelReason, review } = certificate;
  switch (standing) {
    case 'reviewed':
      return reviewText(certificate, all);
    case 'active':
      return (
        <Trans>
          Activate it by <time dateTime={activateBy}>{calendarDay(activateBy)}</time>:{' '}
          <strong>{timeLeft(new Date(activateBy).getTime() - now)}</strong> left.
        </Trans>
      );
    case 'activated':
      return (
        <>
          {activatedAt && t`Activated on ${date(activatedAt)}.`}{' '}
          {new Date(validUntil).getTime() <= now && t`The certificate was valid until ${calendarDay(validUntil)}.`}
        </>
      );
    case 'expired':
      return <>{t`This certificate expired on ${calendarDay(activateBy)} because it wasn’t activated.`}</>;
    case 'cancelled':
      if (isReturned(certificate)) {
        return (
          <>
            {cancelReason ? t`This certificate was returned (${cancelReason}).` : t`This certificate was returned.`}{' '}
            {t`We returned your ${tokensLabel(tokensRedeemed)}.`}
          </>
        );
      }
      return (
        <>
          {describeCancellation(review === 'refused', cancelReason)} {t`Your ${tokensLabel(tokensRedeemed)} were refunded.`}
          {review === 'refused' && (
            <>
              {' '}
              <Trans>
                Think we got it wrong? <Link href={paths.contact}>Contact us</Link> with its number.
              </Trans>
            </>
          )}
        </>
      );
  }
}

function describeCancellation(isRefused: boolean, reason: string | null): string {
  if (isRefused) return reason ? t`We couldn’t accept this certificate (${reason}).` : t`We couldn’t accept this certificate.`;
  return reason ? t`This certificate was canceled (${reason}).` : t`This certificate was canceled.`;
}
