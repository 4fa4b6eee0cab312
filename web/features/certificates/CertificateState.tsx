import type { VacationCertificate } from '#schema/certificate.ts';
import { stateAt, timeLeft } from '#web/features/certificates/certificate-labels.ts';
import { date, dateTime, tokensLabel } from '#web/lib/format.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const badges = {
  active: { words: 'Waiting to be activated', tone: 'yellow' },
  activated: { words: 'Activated', tone: 'green' },
  expired: { words: 'Expired', tone: 'grey' },
  cancelled: { words: 'Cancelled', tone: 'red' },
} as const satisfies Record<VacationCertificate['status'], { words: string; tone: BadgeTone }>;

/** How a certificate stands at that moment, in a word and in a sentence. `now` in milliseconds. */
export function CertificateState({ certificate, now }: { certificate: VacationCertificate; now: number }) {
  const state = stateAt(certificate, now);
  const { words, tone } = badges[state];
  return (
    <div className="stack gap-2 certificate-state">
      <Badge tone={tone}>{words}</Badge>
      <p>
        <StateSentence certificate={certificate} state={state} now={now} />
      </p>
    </div>
  );
}

interface SentenceProps {
  certificate: VacationCertificate;
  state: VacationCertificate['status'];
  now: number;
}

function StateSentence({ certificate, state, now }: SentenceProps) {
  const { activateBy, activatedAt, validUntil, tokensRedeemed, cancelReason } = certificate;
  switch (state) {
    case 'active':
      return (
        <>
          <strong>{timeLeft(new Date(activateBy).getTime() - now)}</strong> left to activate it, until{' '}
          <time dateTime={activateBy}>{dateTime(activateBy)}</time>.
        </>
      );
    case 'activated':
      return (
        <>
          {activatedAt && `Activated on ${date(activatedAt)}. `}
          {new Date(validUntil).getTime() <= now ? `Its year ended on ${date(validUntil)}.` : bookingText(certificate)}
        </>
      );
    case 'expired':
      return <>It was not activated by {date(activateBy)}, so it cannot be used any more.</>;
    case 'cancelled':
      return (
        <>
          It was cancelled{cancelReason ? ` (${cancelReason})` : ''}, and your {tokensLabel(tokensRedeemed)} were given back.
        </>
      );
  }
}

function bookingText({ bookingStatus }: VacationCertificate): string {
  if (bookingStatus === 'booked') return 'Your stay is confirmed with our travel partner.';
  if (bookingStatus === 'failed')
    return 'Our travel partner could not confirm your stay. We look for another way to book it and will write to you.';
  return 'We are arranging your stay with our travel partner and will write to you.';
}
