import type { System, WaitingEvent } from '#schema/admin/system.ts';
import { attentionMaxCount } from '#schema/rules.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { retryEvent, settleEvent } from '#web/features/admin/system/system-api.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';

export function EventsPanel({ events }: Pick<System, 'events'>) {
  const count =
    events.waiting > attentionMaxCount ? `More than ${attentionMaxCount} events wait` : `${plural(events.waiting, 'event')} waiting`;
  return (
    <section className="sheet stack gap-3 system-panel" aria-labelledby="events-title">
      <h2 id="events-title">Payment events</h2>
      {events.waiting === 0 ? (
        <p className="muted">Every event is applied.</p>
      ) : (
        <>
          <p>{count}. The payments job tries them again by itself.</p>
          <ul className="stack gap-3 plain-list event-list">
            {events.oldest.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Not an event, so the job cannot retry it. */
const balanceWaits = 'balance_to_return';

const reasons: Record<string, string> = {
  [balanceWaits]:
    'A membership was paid twice, this part of it from the balance: no refund brings that back. Give it back at Stripe, as credit of the customer of that invoice.',
  not_yet_known: 'Its payment is not known yet.',
  does_not_match:
    'It does not fit what was asked for: a person has to look. Compare both at Stripe, and refund there what is not ours to keep.',
  unknown_member:
    'It was ordered here, and nobody of ours is certain to be who ordered: the account came after the backup that was restored, or is erased. Stripe shows who paid: ask them, or cancel and refund it there.',
};

function EventRow({ event }: { event: WaitingEvent }) {
  const isSuperAdmin = useIsSuperAdmin();

  async function retry() {
    const { outcome, message } = await retryEvent(event.id);
    const isWaiting = outcome === 'waiting';
    showToast({ tone: isWaiting ? 'info' : 'success', title: isWaiting ? 'Still waiting' : 'Done', description: message });
  }

  return (
    <li className="spread">
      <div>
        <p>
          <strong>{event.error === balanceWaits ? 'Balance to give back' : event.type}</strong>{' '}
          {event.isGivenUp && <Badge tone="red">Given up</Badge>}
        </p>
        <p className="muted small">
          {event.id}, {dateTime(event.receivedAt)}
          {event.error !== balanceWaits && `, ${plural(event.attempts, 'try', 'tries')}`}
        </p>
        {event.error !== null && <p className="small">{reasons[event.error] ?? event.error}</p>}
        {event.about && <p className="muted small">{event.about}</p>}
      </div>
      {isSuperAdmin && (
        <div className="cluster gap-2">
          {event.error !== balanceWaits && (
            <ActionButton
              className="secondary"
              aria-label={`Try ${event.id} now`}
              action={retry}
              failed="The event was not tried"
              pendingLabel="Trying…"
            >
              Try now
            </ActionButton>
          )}
          {event.error !== 'not_yet_known' && (
            <ActionButton
              className="secondary"
              aria-label={`Resolved in Stripe: ${event.id}`}
              action={() => settleEvent(event.id)}
              failed="The event still waits"
            >
              Resolved in Stripe
            </ActionButton>
          )}
        </div>
      )}
    </li>
  );
}
