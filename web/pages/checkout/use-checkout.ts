import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import {
  type CheckoutType,
  checkPayment,
  findOrder,
  needsProof,
  openPayment,
  type PaymentOutcome,
  paymentErrorText,
  refreshAfterPayment,
} from '#web/features/orders/order-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';

export type CheckoutState =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string; canRetry: boolean }
  /** The member already has this membership or a higher tier. */
  | { phase: 'owned' }
  /** Only paid members can order cards. */
  | { phase: 'plan_needed' }
  /** The balance pays part of the price, which needs proof of identity. */
  | { phase: 'proof' }
  | { phase: 'ready'; payment: PaymentIntentResponse; initialFailure: string | null }
  /** Stripe has received the payment, but our server has not confirmed it yet. */
  | { phase: 'arriving'; orderId: number | null }
  | { phase: 'ended'; outcome: PaymentOutcome };

interface CheckoutRequest {
  type: CheckoutType;
  checkoutId: string;
  /** Order id from the URL, which lets a reload reopen the same order. */
  orderId: number | null;
  /** Result of the bank's confirmation, added to the URL by Stripe. */
  redirectStatus: string | null;
}

const bankRefusal = () => t`Your bank did not approve the payment. Nothing was charged. Try again or use another card.`;

/** Manages the state of a checkout. Puts the order id into the URL so that a reload reopens the same order. */
export function useCheckout(type: CheckoutType, checkoutId: string) {
  const [state, setState] = useState<CheckoutState>({ phase: 'loading' });
  const [attemptCount, setAttemptCount] = useState(0);
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const request = useRef<CheckoutRequest>(undefined);
  request.current = { type, checkoutId, orderId: readOrderId(query.get('order')), redirectStatus: query.get('redirect_status') };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attemptCount` triggers a retry
  useEffect(() => {
    let isUnmounted = false;
    setState({ phase: 'loading' });
    loadCheckout(request.current ?? { type, checkoutId, orderId: null, redirectStatus: null }).then(
      (nextState) => {
        if (isUnmounted) return;
        setState(nextState);
        if (nextState.phase !== 'ready') return;
        navigate(paths.checkout(type, checkoutId, nextState.payment.order?.id), { replace: true });
        if (nextState.initialFailure) showToast({ title: t`Payment Failed`, description: nextState.initialFailure, tone: 'error' });
      },
      (error: unknown) => !isUnmounted && setState(toFailedState(error)),
    );
    return () => {
      isUnmounted = true;
    };
  }, [type, checkoutId, attemptCount, navigate]);

  return {
    state,
    end: (outcome: PaymentOutcome) => setState({ phase: 'ended', outcome }),
    retry: () => setAttemptCount((count) => count + 1),
    restart: () => {
      navigate(paths.checkout(type, checkoutId), { replace: true });
      setAttemptCount((count) => count + 1);
    },
  };
}

function readOrderId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

async function loadCheckout({ type, checkoutId, orderId, redirectStatus }: CheckoutRequest): Promise<CheckoutState> {
  const knownOrder = orderId === null ? undefined : await findOrder(orderId);
  if (knownOrder && knownOrder.type === type && knownOrder.checkoutId === checkoutId) {
    if (knownOrder.status !== 'open') return { phase: 'ended', outcome: { kind: 'order', order: knownOrder } };
    // Our server may not know yet that an open order is paid, so check before showing the form.
    const outcome = await checkPayment(knownOrder.id);
    if (outcome) {
      void refreshAfterPayment();
      return { phase: 'ended', outcome };
    }
    if (redirectStatus !== null && redirectStatus !== 'failed') return { phase: 'arriving', orderId: knownOrder.id };
  }
  // The visitor returned from the bank without an order id, so this is a renewal that may already be paid.
  if (orderId === null && type === 'membership' && redirectStatus !== null && redirectStatus !== 'failed') {
    const outcome = await checkPayment(null);
    if (!outcome) return { phase: 'arriving', orderId: null };
    void refreshAfterPayment();
    return { phase: 'ended', outcome };
  }
  return openCheckout(type, checkoutId, redirectStatus === 'failed' ? bankRefusal() : null, knownOrder);
}

async function openCheckout(
  type: CheckoutType,
  checkoutId: string,
  initialFailure: string | null,
  knownOrder: Order | undefined,
): Promise<CheckoutState> {
  try {
    return { phase: 'ready', payment: await openPayment(type, checkoutId), initialFailure };
  } catch (error) {
    if (knownOrder && error instanceof ApiError && error.body?.code === 'payment_processing')
      return { phase: 'arriving', orderId: knownOrder.id };
    throw error;
  }
}

function toFailedState(error: unknown): CheckoutState {
  const code = error instanceof ApiError ? error.body?.code : undefined;
  // If the server reports that the order is paid, reloads the cached data, which does not show the payment yet.
  if (code === 'already_paid') void refreshAfterPayment();
  if (code === 'already_member') return { phase: 'owned' };
  if (needsProof(error)) return { phase: 'proof' };
  if (code === 'membership_required') return { phase: 'plan_needed' };
  // Allows a retry after network errors, server errors and rate limits. Other rejections are final.
  const canRetry = !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || code === 'payment_processing';
  return { phase: 'failed', message: paymentErrorText(error), canRetry };
}
