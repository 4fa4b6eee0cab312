import { Link } from 'wouter';
import '#web/features/admin/cards/admin-cards.css';
import type { AdminReview } from '#schema/admin/reviews.ts';
import { certificateAddress } from '#web/features/admin/addresses.ts';
import { MemberLink } from '#web/features/admin/cards/MemberLink.tsx';
import { reviewLabels } from '#web/features/admin/certificates/labels.ts';
import { reasonsToLook } from '#web/features/admin/reviews/review-labels.ts';
import { optionOf } from '#web/features/certificates/certificate-labels.ts';
import { date, dateTime, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Fact } from '#web/ui/FactList.tsx';

/** What a review is decided on: the certificate, why it waits, whose it is, and what was asked so far. */
export function ReviewRecord({ review }: { review: AdminReview }) {
  const { number, type, tokensRedeemed, createdAt, user, question, askedAt, decidedAt, decidedBy, reason } = review;
  const words = reviewLabels[review.review];
  return (
    <dl className="record-facts">
      <Fact name="Certificate">
        <Link className="code" href={certificateAddress(number)}>
          {number}
        </Link>
      </Fact>
      <Fact name="Review">
        {words ? <Badge tone={words.tone}>{words.word}</Badge> : 'Nobody has to look at it'}{' '}
        {decidedAt && (
          <span className="muted small">
            {dateTime(decidedAt)}
            {decidedBy && `, ${decidedBy}`}
          </span>
        )}
      </Fact>
      <Fact name="Stay">
        {optionOf(type).name}, {tokensLabel(tokensRedeemed)}
      </Fact>
      <Fact name="Redeemed">{dateTime(createdAt)}</Fact>
      <Fact name="Member">
        <MemberLink member={user} />
      </Fact>
      <Fact name="About them">
        {user.name ?? 'Without a name'}, {user.role} member since {date(user.createdAt)}
      </Fact>
      <Fact name="Signals" className="record-wide">
        {reasonsToLook(review)}
      </Fact>
      {question !== null && (
        <Fact name="Asked" className="record-wide">
          {askedAt && <span className="muted small">{dateTime(askedAt)}: </span>}
          <span className="record-text" dir="auto">
            {question}
          </span>
        </Fact>
      )}
      {reason !== null && (
        <Fact name="Reason" className="record-wide record-text">
          {reason}
        </Fact>
      )}
      <Fact name="Audit log" className="record-wide">
        <Link href={`${paths.adminDashboard('audit')}&q=${number}`}>What was done with it</Link>
      </Fact>
    </dl>
  );
}
