/** Applies one event of Stripe's, whichever way it came. */
import type { EventHint } from '#worker/clients/payment-provider.ts';
import { logError } from '#worker/log.ts';
import type { PaymentDeps } from './deps.ts';
import { ofHint, reconcileObject, type Settled } from './reconcile-object.ts';

/** An endpoint that fails for days is switched off: after a few tries an event waits here, for the job. */
const askedAgain = 5;

/**
 * What it settled. done: it had been applied before. not_ours: nothing of ours is concerned. send_again, kept: its
 * payment is not known yet, or it does not fit what we asked for; the event stays, and the job tries it again.
 */
export type EventOutcome = Settled | 'done' | 'not_ours' | 'send_again' | 'kept';

export async function applyEvent(deps: PaymentDeps, hint: EventHint): Promise<EventOutcome> {
  const event = { id: hint.id, type: hint.type, objectId: hint.objectId };
  const settled = await reconcileObject(deps, { object: hint.object, id: hint.objectId, whose: ofHint(hint) }, event);
  if (settled.ok) return settled.value.reading === undefined ? 'done' : settled.value;
  if (settled.refusal === 'not_ours') return 'not_ours';
  const attempts = await deps.store.money.postpone(event, settled.refusal, deps.now);
  if (settled.refusal === 'not_yet_known') return attempts <= askedAgain ? 'send_again' : 'kept';
  // Sending it again would not help: amounts differ from what was asked for, and a person has to look.
  logError('payment_event_kept', { eventId: hint.id, type: hint.type, objectId: hint.objectId, reason: settled.refusal });
  return 'kept';
}
