import { Link } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { Stay } from '#schema/stays/stay.ts';
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
  cancelled: { words: 'Cancelled', tone: 'red' },
} as const satisfies Record<CertificateStanding, { words: string; tone: BadgeTone }>;

interface CertificateStateProps {
  certificate: VacationCertificate;
  all: readonly VacationCertificate[];
  /** Unix time in milliseconds. */
  now: number;
}

export function CertificateState(props: CertificateStateProps) {
  const standing = getStanding(props.certificate, props.now);
  const { words, tone } = badges[standing];
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
          {new Date(validUntil).getTime() <= now ? `It was valid until ${calendarDay(validUntil)}.` : bookingText(certificate)}
        </>
      );
    case 'expired':
      return <>It expired on {calendarDay(activateBy)} because it was not activated.</>;
    case 'cancelled':
      return (
        <>
          {review === 'refused' ? 'We couldn’t accept it' : 'It was cancelled'}
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

const stageTexts: Record<Stay['stage'], string> = {
  none: 'Tell us where and when you would like to go.',
  wished: 'We’re looking for a stay that fits your wishes and will email you an offer.',
  offered: 'You have an offer.',
  booked: 'Your stay is booked.',
  stayed: 'We hope you enjoyed your stay.',
  returned: 'Your tokens were returned.',
  expired: 'No stay was booked in time.',
};

function bookingText({ stay }: VacationCertificate): string {
  return stageTexts[stay?.stage ?? 'none'];
}
