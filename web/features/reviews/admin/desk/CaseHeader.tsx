import { Link } from 'wouter';
import type { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { certificateUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { reviewLabels } from '#web/features/certificates/admin/labels.ts';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import type { QueuePlace } from '#web/features/reviews/admin/desk/use-queue.ts';
import { paidWithLabel, waitingTime } from '#web/features/reviews/admin/review-labels.ts';
import { date, dateTime, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { now } from '#web/lib/react/now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Fact } from '#web/ui/FactList.tsx';

interface CaseHeaderProps {
  reviewCase: AdminReviewCase;
  queue: QueuePlace;
  onGo: (id: number | null) => void;
}

export function CaseHeader({ reviewCase, queue, onGo }: CaseHeaderProps) {
  const { review, paidWith } = reviewCase;
  const { number, type, tokensRedeemed, createdAt, user, question, askedAt, decidedAt, decidedBy, reason } = review;
  const words = reviewLabels[review.review];
  const isWaiting = review.review === 'waiting';
  return (
    <header className="sheet stack gap-3 desk-head">
      <div className="spread">
        <h2 className="cluster gap-2">
          <span>
            Case <Link href={certificateUrl(number)}>{number}</Link>
          </span>
          {words && <Badge tone={words.tone}>{words.label}</Badge>}
        </h2>
        <nav className="cluster gap-2" aria-label="Cases">
          {queue.place !== null && queue.waiting !== null && (
            <span className="muted small">{`${queue.place} of ${queue.waiting} waiting`}</span>
          )}
          <Step label="Previous" shortcut="K" to={queue.previous} onGo={onGo} />
          <Step label="Next" shortcut="J" to={queue.next} onGo={onGo} />
          <button type="button" className="ghost" aria-keyshortcuts="q" onClick={() => onGo(null)}>
            Queue <Key>Q</Key>
          </button>
        </nav>
      </div>
      <dl className="record-facts">
        <Fact name="Stay">
          <strong>{findOption(type).name}</strong>, {tokensLabel(tokensRedeemed)}
        </Fact>
        <Fact name="Paid with">{paidWithLabel(paidWith)}</Fact>
        <Fact name={isWaiting ? 'Waiting' : 'Redeemed'}>
          {isWaiting && <strong>{waitingTime(createdAt, now())}</strong>} <span className="muted">{dateTime(createdAt)}</span>
        </Fact>
        <Fact name="Member">
          <MemberLink member={user} />
          <br />
          {user.name ?? 'No name'}, {user.role} since {date(user.createdAt)}
        </Fact>
        {question !== null && (
          <Fact name="Asked">
            {askedAt && <span className="muted">{dateTime(askedAt)}: </span>}
            <span className="record-text" dir="auto">
              {question}
            </span>
          </Fact>
        )}
        {decidedAt && (
          <Fact name="Decided">
            {dateTime(decidedAt)}
            {decidedBy && `, ${decidedBy}`}
            {reason !== null && <span className="record-text">: {reason}</span>}
          </Fact>
        )}
        <Fact name="Audit log">
          <Link href={`${paths.adminDashboard('audit')}&q=${number}`}>View changes</Link>
        </Fact>
      </dl>
    </header>
  );
}

function Step({ label, shortcut, to, onGo }: { label: string; shortcut: string; to: number | null; onGo: (id: number) => void }) {
  return (
    <button
      type="button"
      className="secondary"
      aria-keyshortcuts={shortcut.toLowerCase()}
      disabled={to === null}
      onClick={() => to !== null && onGo(to)}
    >
      {label} <Key>{shortcut}</Key>
    </button>
  );
}

/** Shows a keyboard shortcut. Hidden from screen readers, which use `aria-keyshortcuts`. */
export function Key({ children }: { children: string }) {
  return (
    <span className="desk-key" aria-hidden="true">
      {children}
    </span>
  );
}
