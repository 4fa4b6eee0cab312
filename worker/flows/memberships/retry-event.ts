/** Retries a Stripe event that could not be applied. Called by the job and by administrators. */
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { AppliedEvent } from '#worker/store/memberships/money.ts';
import { balanceEventType, failedRefundEventType } from '#worker/store/memberships/waiting-events.ts';
import { applyEvent } from './apply-event.ts';
import type { PaymentDeps } from './deps.ts';
import { followUp } from './follow-up.ts';

/**
 * Result of retrying a Stripe event. applied: by this retry or earlier. not_ours: unrelated to our data. waiting: cannot be applied yet and
 * will be retried.
 */
export type RetryOutcome = 'applied' | 'not_ours' | 'waiting';

/** Retries a stored event. Throws PaymentProviderError if Stripe is unreachable. */
export async function retryEvent(deps: PaymentDeps, id: string): Promise<RetryOutcome> {
  const event = await deps.store.money.findEvent(id);
  // Rows of these types do not come from Stripe. They record amounts that an administrator has to pay back, so there is nothing to retry.
  if (event?.type === balanceEventType || event?.type === failedRefundEventType) return 'waiting';
  const hint = await deps.provider.hint(id).catch((error: unknown) => {
    // Stripe deletes events after 30 days, but keeps their objects, so read the object that the stored event refers to.
    if (error instanceof PaymentProviderError && error.missing && event) return readHint(deps, event);
    throw error;
  });
  const outcome = hint ? await applyEvent(deps, hint) : 'not_ours';
  if (outcome === 'not_ours') await deps.store.money.dismiss(id, deps.now);
  if (typeof outcome === 'object') await followUp(deps, outcome);
  if (outcome === 'not_ours') return 'not_ours';
  return typeof outcome === 'object' || outcome === 'done' ? 'applied' : 'waiting';
}

async function readHint({ provider }: PaymentDeps, { id, type, objectId }: AppliedEvent) {
  const hint = await provider.fetchHint(objectId);
  return hint && { ...hint, id, type };
}
