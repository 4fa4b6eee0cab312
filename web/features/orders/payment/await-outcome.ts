/** Waiting for the server to hear of a payment that the card provider has taken. */
import { checkPayment, type Outcome } from '#web/features/orders/order-api.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** Growing pauses, together a minute. */
const pausesSeconds = [0, 1, 2, 3, 4, 5, 7, 8, 10, 10, 10];

/** What came of a payment; undefined where that was not known within a minute. A question without an answer is asked again. */
export async function awaitOutcome(orderId: number | null): Promise<Outcome | undefined> {
  for (const seconds of pausesSeconds) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    try {
      const outcome = await checkPayment(orderId);
      if (outcome) return outcome;
    } catch (error) {
      // Signed out meanwhile: there is nobody left to ask for.
      if (error instanceof ApiError && error.status === 401) return undefined;
    }
  }
  return undefined;
}
