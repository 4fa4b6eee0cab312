import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { TimelineEvent } from '#schema/accounts/admin-timeline.ts';
import { describeAction } from '#schema/admin/audit-actions.ts';
import { DateTimeCell, StatusBadge } from '#web/features/admin/cells.tsx';
import { cardUrl, certificateIdUrl, certificateUrl, messageUrl } from '#web/features/admin/urls.ts';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { formatDollars, tokensLabel } from '#web/lib/format.ts';

type EventOf<Kind extends TimelineEvent['kind']> = Extract<TimelineEvent, { kind: Kind }>;

interface TimelineEntryProps {
  event: TimelineEvent;
  label: string;
  onReadMail: (id: number) => void;
}

export function TimelineEntry({ event, label, onReadMail }: TimelineEntryProps) {
  return (
    <li tabIndex={-1}>
      <p className="muted small">
        <DateTimeCell value={event.at} /> · {label}
      </p>
      <EventText event={event} onReadMail={onReadMail} />
    </li>
  );
}

function EventText({ event, onReadMail }: Omit<TimelineEntryProps, 'label'>) {
  switch (event.kind) {
    case 'joined':
      return <p>Created the account</p>;
    case 'paid':
      return (
        <p>
          {formatDollars(event.amount / 100)} for {event.description} {event.status !== 'paid' && <StatusBadge value={event.status} />}
        </p>
      );
    case 'found':
      return (
        <p>
          {event.isFinder ? 'Found ' : 'Someone found their '}
          <Link className="code" href={cardUrl(event.cardId)}>
            {event.cardId}
          </Link>
          , {tokensLabel(event.tokens)}
        </p>
      );
    case 'redeemed':
      return (
        <p>
          {findOption(event.type).name} for {tokensLabel(event.tokens)}:{' '}
          <Link className="code" href={certificateIdUrl(event.certificate)}>
            {event.number}
          </Link>{' '}
          <StatusBadge value={event.status} />
        </p>
      );
    case 'message':
      return (
        <Words text={event.text}>
          {event.by ? `${event.by} answered` : 'Wrote'} in{' '}
          <Link href={messageUrl(event.conversation)}>conversation #{event.conversation}</Link>
        </Words>
      );
    case 'mail':
      return (
        <p>
          <button type="button" className="link-button" onClick={() => onReadMail(event.mail)}>
            {event.subject}
          </button>{' '}
          {event.status !== 'sent' && <StatusBadge value={event.status} />}
        </p>
      );
    case 'decision':
      return <Decision event={event} />;
    case 'audit':
      return <AuditEntry event={event} />;
  }
}

function Decision({ event: { about, subject, outcome, by, reason } }: { event: EventOf<'decision'> }) {
  return (
    <Words text={reason}>
      {about === 'group' ? (
        <>Group decision {subject}</>
      ) : (
        <>
          {about === 'claim' && 'Claim of '}
          <Link className="code" href={about === 'claim' ? cardUrl(subject) : certificateUrl(subject)}>
            {subject}
          </Link>
        </>
      )}
      : <StatusBadge value={outcome} /> {by ? `by ${by}` : 'automatically'}
    </Words>
  );
}

function AuditEntry({ event: { action, admin, before, after, reason } }: { event: EventOf<'audit'> }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <>
      <Words text={reason}>
        {describeAction(action)} <span className="muted">· {admin ?? 'the system'}</span>
      </Words>
      {names.length > 0 && (
        <ul className="plain-list user-changes">
          {names.map((name) => (
            <li key={name}>
              {name}: {name in (before ?? {}) && <del>{formatValue(before?.[name])}</del>} <ins>{formatValue(after?.[name])}</ins>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Words({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      {text && (
        <p className="member-words" dir="auto">
          {text}
        </p>
      )}
    </>
  );
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
