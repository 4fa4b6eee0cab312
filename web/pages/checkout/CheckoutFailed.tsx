import { useLocation } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useEndHeading } from '#web/pages/checkout/end-heading.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

export function CheckoutFailed({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const [, navigate] = useLocation();
  const heading = useEndHeading();
  return (
    <section className="sheet stack checkout-end" role="alert">
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
