import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { checkPayment, type PaymentOutcome, refreshAfterPayment } from '#web/features/orders/order-api.ts';
import type { PayResult } from '#web/features/orders/payment/card-form.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** Delays in seconds before each request for the result of a payment. They add up to one minute. */
const pollDelaysSeconds = [0, 1, 2, 3, 4, 5, 7, 8, 10, 10, 10];

/** Polls for the result of a payment for one minute, even after failed requests. Returns undefined if it is still unknown. */
async function awaitOutcome(orderId: number | null): Promise<PaymentOutcome | undefined> {
  for (const seconds of pollDelaysSeconds) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    try {
      const outcome = await checkPayment(orderId);
      if (outcome) return outcome;
    } catch (error) {
      // Stops polling because the session has ended.
      if (error instanceof ApiError && error.status === 401) return undefined;
    }
  }
  return undefined;
}

/** `unsure`: it is unknown whether the card was charged. `received`: Stripe has the payment, but our server has not confirmed it yet. */
export type PaymentState =
  | { phase: 'form'; isBusy: boolean; failure: string | null }
  | { phase: 'waiting' }
  | { phase: 'received' }
  | { phase: 'unsure'; isBusy: boolean };

const failureText = () => t`An error occurred during payment processing.`;
const connectionLostText = () => t`The connection was lost before you paid. Try again; you won’t be charged twice.`;
const idleForm: PaymentState = { phase: 'form', isBusy: false, failure: null };
const busyForm: PaymentState = { phase: 'form', isBusy: true, failure: null };

/** `orderId` is null for a renewal. Calls `onOutcome` only while the component is mounted, but always shows the result in a toast. */
export function usePayment(orderId: number | null, onOutcome: (outcome: PaymentOutcome) => void, initialFailure: string | null = null) {
  const [state, setState] = useState<PaymentState>({ phase: 'form', isBusy: false, failure: initialFailure });
  const isPaying = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function finish(outcome: PaymentOutcome) {
    void refreshAfterPayment();
    if (outcome.kind === 'renewal' || outcome.order.status === 'paid') showToast({ title: t`Payment Successful`, tone: 'success' });
    if (isMounted.current) onOutcome(outcome);
  }

  function fail(title: string, failure: string) {
    setState({ phase: 'form', isBusy: false, failure });
    showToast({ title, description: failure, tone: 'error' });
  }

  async function awaitPayment() {
    setState({ phase: 'waiting' });
    const outcome = await awaitOutcome(orderId);
    if (outcome) finish(outcome);
    else setState({ phase: 'received' });
  }

  /** Asks the server for the result of a payment whose outcome is unknown, before another attempt is allowed. */
  async function check(nextState: PaymentState = { phase: 'unsure', isBusy: true }) {
    setState(nextState);
    try {
      const outcome = await checkPayment(orderId);
      if (outcome) finish(outcome);
      else fail(t`Payment Error`, connectionLostText());
    } catch {
      setState({ phase: 'unsure', isBusy: false });
    }
  }

  function handleResult(result: PayResult): Promise<void> | void {
    switch (result.status) {
      case 'succeeded':
      case 'processing':
        return awaitPayment();
      case 'silent':
        return check(busyForm);
      case 'refused':
        return fail(t`Payment Failed`, result.message ?? failureText());
      case 'unfinished':
        return setState(idleForm);
      case 'redirecting':
    }
  }

  async function pay(attempt: () => Promise<PayResult>) {
    if (isPaying.current) return;
    isPaying.current = true;
    setState(busyForm);
    try {
      await handleResult(await attempt());
    } catch {
      fail(t`Payment Error`, failureText());
    } finally {
      isPaying.current = false;
    }
  }

  useEffect(() => {
    // Going back from the bank's page restores this page from the back/forward cache, with its button still pending.
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setState((current) => (current.phase === 'form' && current.isBusy ? idleForm : current));
    };
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, []);

  return { state, pay, check: () => check(), awaitPayment };
}
