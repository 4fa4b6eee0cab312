import type { EventHint } from '#worker/clients/payment-provider.ts';
import { logError } from '#worker/log.ts';
import type { PaymentDeps } from './deps.ts';
import { type ReconciledObject, reconcileObject } from './reconcile-object.ts';
import { describeWaiting } from './unreconciled-object.ts';

/**
 * Result of applying a Stripe event: the reconciled account, or a reason why nothing was changed. done: already applied. not_ours:
 * unrelated to our data. postponed: could not be applied yet, so it is stored for the job to retry and for administrators to see.
 */
export type EventOutcome = ReconciledObject | 'done' | 'not_ours' | 'postponed';

export async function applyEvent(deps: PaymentDeps, hint: EventHint): Promise<EventOutcome> {
  const event = { id: hint.id, type: hint.type, objectId: hint.objectId };
  const reconcileResult = await reconcileObject(deps, { object: hint.object, id: hint.objectId, account: hint }, event);
  if (reconcileResult.ok) return reconcileResult.value.reading === undefined ? 'done' : reconcileResult.value;
  if (reconcileResult.refusal.reason === 'not_ours') return 'not_ours';
  await deps.store.money.postponeEvent(describeWaiting(event, reconcileResult.refusal), reconcileResult.refusal, deps.now);
  logError('payment_event_postponed', {
    eventId: hint.id,
    type: hint.type,
    objectId: hint.objectId,
    reason: reconcileResult.refusal.reason,
  });
  return 'postponed';
}
