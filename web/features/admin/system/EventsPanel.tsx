import { useState } from 'react';
import type { System, WaitingEvent } from '#schema/admin/system.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { PersonLink } from '#web/features/admin/cells.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { getEventAmount, getObjectId } from '#web/features/admin/system/event-labels.ts';
import { SettleEventDialog } from '#web/features/admin/system/SettleEventDialog.tsx';
import { retryEvent } from '#web/features/admin/system/system-api.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';

export function EventsPanel({ events }: Pick<System, 'events'>) {
  return (
    <section className="sheet stack gap-3 system-panel" aria-labelledby="events-title">
      <h2 id="events-title">Payment events</h2>
      {events.waiting === 0 ? (
        <p className="muted">All events have been processed.</p>
      ) : (
        <>
          <p>{`Waiting: ${cappedCount(events.waiting)}. `}The payments job retries them automatically.</p>
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

/** Labels for amounts that an administrator must pay manually because there is no Stripe event to retry. */
const manualPaymentTexts: Record<string, { title: string; done: string }> = {
  balance_to_return: { title: 'Balance to credit', done: 'Resolved in Stripe' },
  refund_to_pay: { title: 'Failed refund to pay manually', done: 'Paid to the member' },
};

const reasons: Record<string, string> = {
  refund_to_pay:
    'The bank returned this refund, and the purchase can’t be restored. Pay the member outside Stripe, for example to their PayPal account. We asked them by email how they’d like to be paid.',
  balance_to_return:
    'A membership was paid twice, partly from the customer’s Stripe balance, which can’t be refunded. Credit that part to the customer in Stripe.',
  not_yet_known: 'We haven’t received the payment for this event yet.',
  does_not_match: 'The payment doesn’t match the order. Compare them in Stripe and refund anything we shouldn’t keep.',
  unknown_member:
    'We can’t tell who placed this order: the account was erased, or created after the restored backup. Ask the payer, or cancel and refund it in Stripe.',
};

function EventRow({ event }: { event: WaitingEvent }) {
  const isSuperAdmin = useIsSuperAdmin();
  const manualPaymentText = manualPaymentTexts[event.error ?? ''];
  const doneLabel = manualPaymentText?.done ?? 'Resolved in Stripe';
  const [isSettling, setSettling] = useState(false);

  async function retry() {
    const { outcome, message } = await retryEvent(event.id);
    const isWaiting = outcome === 'waiting';
    showToast({ tone: isWaiting ? 'info' : 'success', title: isWaiting ? 'Still waiting' : 'Done', description: message });
  }

  return (
    <li className="spread">
      <div>
        <p>
          <strong>{manualPaymentText?.title ?? event.type}</strong> {event.isGivenUp && <Badge tone="red">No more retries</Badge>}
        </p>
        <p>
          {event.member ? <PersonLink person={{ ...event.member, name: event.member.name ?? event.member.email }} /> : 'Member unknown'},{' '}
          {getEventAmount(event)}
        </p>
        <p className="muted small">
          {event.dashboardUrl === null ? (
            getObjectId(event)
          ) : (
            <a href={event.dashboardUrl} target="_blank" rel="noopener noreferrer">
              {getObjectId(event)} in Stripe
            </a>
          )}
          , {dateTime(event.receivedAt)}
          {!manualPaymentText && `, ${plural(event.attempts, 'attempt')}`}
        </p>
        {event.error !== null && <p className="small">{reasons[event.error] ?? event.error}</p>}
        {event.about && <p className="muted small">{event.about}</p>}
      </div>
      {isSuperAdmin && (
        <div className="cluster gap-2">
          {!manualPaymentText && (
            <ActionButton
              className="secondary"
              aria-label={`Retry ${event.id} now`}
              action={retry}
              failed="Couldn’t retry the event"
              pendingLabel="Retrying…"
            >
              Retry now
            </ActionButton>
          )}
          {event.error !== 'not_yet_known' && (
            <button type="button" className="secondary" aria-label={`${doneLabel}: ${event.id}`} onClick={() => setSettling(true)}>
              {doneLabel}
            </button>
          )}
        </div>
      )}
      {isSettling && <SettleEventDialog event={event} title={`${doneLabel}?`} onClose={() => setSettling(false)} />}
    </li>
  );
}
