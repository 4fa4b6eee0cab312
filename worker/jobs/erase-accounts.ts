/** Erases members whose deletion was asked for some days ago: at Stripe first, then in every table. Product rules: A member's own data. */
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { erasureDueBefore } from '#worker/domain/deletion.ts';
import type { PaymentDeps } from '#worker/payments/deps.ts';
import { endPayments } from '#worker/payments/end-payments.ts';
import { unusablePassword } from '#worker/security/password.ts';
import type { DueErasure } from '#worker/store/erasure.ts';

/** In one run: each takes some fifty of the 1,000 statements that an invocation may have. The next one goes on. */
const perRun = 15;

/** Safe to run twice, late, in parallel, or cut off in the middle. */
export async function eraseAccounts(deps: PaymentDeps): Promise<void> {
  for (const due of await deps.store.erasure.due(erasureDueBefore(deps.now), perRun)) {
    try {
      await eraseAccount(deps, due);
    } catch (error) {
      // One that fails must not keep the others waiting; it is due again at the next run.
      const isOutage = error instanceof PaymentProviderError;
      console.error(
        JSON.stringify({
          job: 'erase-accounts',
          userId: due.userId,
          outage: isOutage,
          error: error instanceof Error ? error.message : String(error),
        }),
      );
    }
  }
}

async function eraseAccount(deps: PaymentDeps, { userId, customerId }: DueErasure): Promise<void> {
  // A checkout that was open in another tab may have been paid after the request.
  if (!(await endPayments(deps, userId))) throw new Error('A payment is still under way');
  if (customerId !== null) {
    await deps.provider.deleteCustomer(customerId);
    await deps.store.erasure.forgetCustomer(userId);
  }
  await deps.store.erasure.erase(userId, unusablePassword, deps.now);
}
