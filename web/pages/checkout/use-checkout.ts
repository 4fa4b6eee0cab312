import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import {
  type CheckoutType,
  checkPayment,
  findOrder,
  type Outcome,
  openPayment,
  paymentErrorText,
  refreshAfterPayment,
} from '#web/features/orders/order-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';

export type CheckoutState =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string; canRetry: boolean }
  | { phase: 'ready'; payment: PaymentIntentResponse; firstFailure: string | null }
  /** The provider has the payment, the server has not confirmed. */
  | { phase: 'arriving'; orderId: number | null }
  | { phase: 'ended'; outcome: Outcome };

interface Arrival {
  type: CheckoutType;
  checkoutId: string;
  /** From the address: the order before a reload. */
  orderId: number | null;
  /** From the address: Stripe's result at the bank. */
  redirectStatus: string | null;
}

const bankRefusal = 'Your bank did not confirm the payment, and nothing was charged. Please try again, or use another card.';

/** Stores the order in the address, so that a reload opens the same one. */
export function useCheckout(type: CheckoutType, checkoutId: string) {
  const [state, setState] = useState<CheckoutState>({ phase: 'loading' });
  const [round, setRound] = useState(0);
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const arrival = useRef<Arrival>(undefined);
  arrival.current = { type, checkoutId, orderId: readOrderId(query.get('order')), redirectStatus: query.get('redirect_status') };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for one more try
  useEffect(() => {
    let hasLeft = false;
    setState({ phase: 'loading' });
    arrive(arrival.current ?? { type, checkoutId, orderId: null, redirectStatus: null }).then(
      (next) => {
        if (hasLeft) return;
        setState(next);
        if (next.phase !== 'ready') return;
        navigate(paths.checkout(type, checkoutId, next.payment.order?.id), { replace: true });
        if (next.firstFailure) showToast({ title: 'Payment Failed', description: next.firstFailure, tone: 'error' });
      },
      (error: unknown) => !hasLeft && setState(failed(error)),
    );
    return () => {
      hasLeft = true;
    };
  }, [type, checkoutId, round, navigate]);

  return {
    state,
    end: (outcome: Outcome) => setState({ phase: 'ended', outcome }),
    retry: () => setRound((count) => count + 1),
    startAnew: () => {
      navigate(paths.checkout(type, checkoutId), { replace: true });
      setRound((count) => count + 1);
    },
  };
}

function readOrderId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

async function arrive({ type, checkoutId, orderId, redirectStatus }: Arrival): Promise<CheckoutState> {
  const known = orderId === null ? undefined : await findOrder(orderId);
  if (known && known.type === type && known.checkoutId === checkoutId) {
    if (known.status !== 'open') return { phase: 'ended', outcome: { kind: 'order', order: known } };
    // An open order may be paid without the server knowing yet: checks before showing the form.
    const outcome = await checkPayment(known.id);
    if (outcome) {
      void refreshAfterPayment();
      return { phase: 'ended', outcome };
    }
    if (redirectStatus !== null && redirectStatus !== 'failed') return { phase: 'arriving', orderId: known.id };
  }
  // Back from the bank without an order: a renewal, which may be complete.
  if (orderId === null && type === 'membership' && redirectStatus !== null && redirectStatus !== 'failed') {
    const outcome = await checkPayment(null);
    if (!outcome) return { phase: 'arriving', orderId: null };
    void refreshAfterPayment();
    return { phase: 'ended', outcome };
  }
  return open(type, checkoutId, redirectStatus === 'failed' ? bankRefusal : null, known);
}

async function open(type: CheckoutType, checkoutId: string, firstFailure: string | null, known: Order | undefined): Promise<CheckoutState> {
  try {
    return { phase: 'ready', payment: await openPayment(type, checkoutId), firstFailure };
  } catch (error) {
    if (known && error instanceof ApiError && error.body?.code === 'payment_processing') return { phase: 'arriving', orderId: known.id };
    throw error;
  }
}

function failed(error: unknown): CheckoutState {
  const code = error instanceof ApiError ? error.body?.code : undefined;
  // The rest of the page is stale.
  if (code === 'already_paid') void refreshAfterPayment();
  // Refusals are final, except temporary ones.
  const canRetry = !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || code === 'payment_processing';
  return { phase: 'failed', message: paymentErrorText(error), canRetry };
}
