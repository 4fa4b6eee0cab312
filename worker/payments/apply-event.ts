/** Applies one event of Stripe's, whichever way it came. */
import type { EventHint } from '#worker/clients/payment-provider.ts';
import { logError } from '#worker/log.ts';
import type { PaymentDeps } from './deps.ts';
import { reconcileObject, type Settled } from './reconcile-object.ts';
import { waitingAs } from './unsettled.ts';
import { ofHint } from './whose.ts';

/**
 * What it settled. done: it had been applied before. not_ours: nothing of ours is concerned. kept: it could not be applied; it
 * stays where administrators see it, and the job tries it again.
 */
export type EventOutcome = Settled | 'done' | 'not_ours' | 'kept';

export async function applyEvent(deps: PaymentDeps, hint: EventHint): Promise<EventOutcome> {
  const event = { id: hint.id, type: hint.type, objectId: hint.objectId };
  const settled = await reconcileObject(deps, { object: hint.object, id: hint.objectId, whose: ofHint(hint) }, event);
  if (settled.ok) return settled.value.reading === undefined ? 'done' : settled.value;
  if (settled.refusal.reason === 'not_ours') return 'not_ours';
  await deps.store.money.keep(waitingAs(event, settled.refusal), settled.refusal, deps.now);
  logError('payment_event_kept', { eventId: hint.id, type: hint.type, objectId: hint.objectId, reason: settled.refusal.reason });
  return 'kept';
}
