import { useState } from 'react';
import type { System, WaitingEvent } from '#schema/admin/system.ts';
import { attentionCountedUpTo } from '#schema/rules.ts';
import { Badge } from '#web/components/Badge.tsx';
import { retryEvent } from '#web/features/admin/system/system-api.ts';
import { useIsSuperAdmin } from '#web/lib/admin-session.ts';
import { errorText } from '#web/lib/api.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

/** Events of the payment provider that could not be applied yet, oldest first. */
export function EventsPanel({ events }: Pick<System, 'events'>) {
  const count =
    events.waiting > attentionCountedUpTo ? `More than ${attentionCountedUpTo} events wait` : `${plural(events.waiting, 'event')} waiting`;
  return (
    <section className="sheet system-panel" aria-labelledby="events-title">
      <h2 id="events-title">Payment events</h2>
      {events.waiting === 0 ? (
        <p className="muted">Every event is applied.</p>
      ) : (
        <>
          <p>{count}. The hourly job tries them again by itself.</p>
          <ul className="event-list">
            {events.oldest.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const reasons: Record<string, string> = {
  not_yet_known: 'Its payment is not known yet.',
  does_not_match: 'It does not fit what was asked for: a person has to look.',
};

function EventRow({ event }: { event: WaitingEvent }) {
  const isSuperAdmin = useIsSuperAdmin();
  const [isPending, setPending] = useState(false);

  async function retry() {
    if (isPending) return;
    setPending(true);
    try {
      const { outcome, message } = await retryEvent(event.id);
      showToast({
        tone: outcome === 'waiting' ? 'info' : 'success',
        title: outcome === 'waiting' ? 'Still waiting' : 'Done',
        description: message,
      });
    } catch (error) {
      showToast({ tone: 'error', title: 'The event was not tried', description: errorText(error, 'Please try again in a moment.') });
    } finally {
      setPending(false);
    }
  }

  return (
    <li className="spread">
      <div>
        <p>
          <strong>{event.type}</strong> {event.isGivenUp && <Badge tone="red">Given up</Badge>}
        </p>
        <p className="muted small">
          {event.id}, {dateTime(event.receivedAt)}, {plural(event.attempts, 'try', 'tries')}
        </p>
        {event.error !== null && <p className="small">{reasons[event.error] ?? event.error}</p>}
      </div>
      {isSuperAdmin && (
        <button
          type="button"
          className="secondary"
          aria-busy={isPending || undefined}
          aria-label={`Try ${event.id} now`}
          onClick={() => void retry()}
        >
          {isPending ? 'Trying…' : 'Try now'}
        </button>
      )}
    </li>
  );
}
