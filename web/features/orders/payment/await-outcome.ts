import { checkPayment, type Outcome } from '#web/features/orders/order-api.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** One minute in total. */
const pausesSeconds = [0, 1, 2, 3, 4, 5, 7, 8, 10, 10, 10];

/** Polls for a minute, also after failed requests. Undefined if still unknown. */
export async function awaitOutcome(orderId: number | null): Promise<Outcome | undefined> {
  for (const seconds of pausesSeconds) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    try {
      const outcome = await checkPayment(orderId);
      if (outcome) return outcome;
    } catch (error) {
      // The session has ended.
      if (error instanceof ApiError && error.status === 401) return undefined;
    }
  }
  return undefined;
}
