/** Tries an event again that could not be applied when it came: for the job, and for an administrator who cannot wait. */
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { AppliedEvent } from '#worker/store/memberships/money.ts';
import { balanceWaits } from '#worker/store/memberships/waiting-events.ts';
import { applyEvent } from './apply-event.ts';
import type { PaymentDeps } from './deps.ts';
import { followUp } from './follow-up.ts';

/** applied: it is done, now or before. not_ours: nothing of ours is concerned, nobody asks again. waiting: it does not fit yet, and stays. */
export type RetryOutcome = 'applied' | 'not_ours' | 'waiting';

/** Throws PaymentProviderError where the provider could not be asked. */
export async function retryEvent(deps: PaymentDeps, id: string): Promise<RetryOutcome> {
  const kept = await deps.store.money.keptEvent(id);
  // Nothing at Stripe says that it was given back: a person does.
  if (kept?.type === balanceWaits) return 'waiting';
  const hint = await deps.provider.hint(id).catch((error: unknown) => {
    // Stripe keeps events for 30 days, and what they are about for good.
    if (error instanceof PaymentProviderError && error.missing && kept) return hintOfKept(deps, kept);
    throw error;
  });
  const outcome = hint ? await applyEvent(deps, hint) : 'not_ours';
  if (outcome === 'not_ours') await deps.store.money.dismiss(id, deps.now);
  if (typeof outcome === 'object') await followUp(deps, outcome);
  if (outcome === 'not_ours') return 'not_ours';
  return typeof outcome === 'object' || outcome === 'done' ? 'applied' : 'waiting';
}

async function hintOfKept({ provider }: PaymentDeps, { id, type, objectId }: AppliedEvent) {
  const hint = await provider.hintOf(objectId);
  return hint && { ...hint, id, type };
}
