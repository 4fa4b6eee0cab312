import { useLocation } from 'wouter';
import { BackIcon } from '#web/components/icons.tsx';
import { AlertIcon } from '#web/components/shell-icons.tsx';
import { useEndHeading } from '#web/features/checkout/end-heading.ts';
import { paths } from '#web/paths.ts';

/** The checkout cannot go on: why, and the ways from here. */
export function CheckoutFailed({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const [, navigate] = useLocation();
  const heading = useEndHeading();
  return (
    <section className="sheet checkout-end" role="alert">
      <AlertIcon />
      <h1 ref={heading} tabIndex={-1}>
        Payment Error
      </h1>
      <p>{message}</p>
      <div className="checkout-ways">
        {onRetry && (
          <button type="button" onClick={onRetry}>
            Try Again
          </button>
        )}
        <button type="button" className="secondary" onClick={() => navigate(paths.home)}>
          <BackIcon />
          Go Back
        </button>
      </div>
    </section>
  );
}
