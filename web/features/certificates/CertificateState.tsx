import { Link } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { type CertificateStanding, getStanding, reviewText, timeLeft } from '#web/features/certificates/certificate-labels.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { date, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const badges = {
  reviewed: { words: 'In review', tone: 'info' },
  active: { words: 'Ready to activate', tone: 'yellow' },
  activated: { words: 'Activated', tone: 'green' },
  expired: { words: 'Expired', tone: 'grey' },
  cancelled: { words: 'Canceled', tone: 'red' },
} as const satisfies Record<CertificateStanding, { words: string; tone: BadgeTone }>;

const returnedBadge = { words: 'Returned', tone: 'grey' } as const;

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
  const { words, tone } = isReturned(props.certificate) ? returnedBadge : badges[standing];
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
        <>
          Activate it by <time dateTime={activateBy}>{calendarDay(activateBy)}</time>:{' '}
          <strong>{timeLeft(new Date(activateBy).getTime() - now)}</strong> left.
        </>
      );
    case 'activated':
      return (
        <>
          {activatedAt && `Activated on ${date(activatedAt)}. `}
          {new Date(validUntil).getTime() <= now && `The certificate was valid until ${calendarDay(validUntil)}.`}
        </>
      );
    case 'expired':
      return <>This certificate expired on {calendarDay(activateBy)} because it wasn’t activated.</>;
    case 'cancelled':
      if (isReturned(certificate)) {
        return (
          <>
            {cancelReason ? `This certificate was returned (${cancelReason}). ` : 'This certificate was returned. '}
            We returned your {tokensLabel(tokensRedeemed)}.
          </>
        );
      }
      return (
        <>
          {review === 'refused' ? 'We couldn’t accept this certificate' : 'This certificate was canceled'}
          {cancelReason ? ` (${cancelReason})` : ''}. Your {tokensLabel(tokensRedeemed)} were refunded.
          {review === 'refused' && (
            <>
              {' '}
              Think we got it wrong? <Link href={paths.contact}>Contact us</Link> with its number.
            </>
          )}
        </>
      );
  }
}
