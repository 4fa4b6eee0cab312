import { checkPayment, type PaymentOutcome } from '#web/features/orders/order-api.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** Pauses between attempts, one minute in total. */
const pollDelaysSeconds = [0, 1, 2, 3, 4, 5, 7, 8, 10, 10, 10];

/** Polls for the result of a payment for one minute, even after failed requests. Returns undefined if it is still unknown. */
export async function awaitOutcome(orderId: number | null): Promise<PaymentOutcome | undefined> {
  for (const seconds of pollDelaysSeconds) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    try {
      const outcome = await checkPayment(orderId);
      if (outcome) return outcome;
    } catch (error) {
      // Stops polling, because the session has ended.
      if (error instanceof ApiError && error.status === 401) return undefined;
    }
  }
  return undefined;
}
