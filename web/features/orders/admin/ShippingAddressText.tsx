import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { addressLines } from '#web/features/orders/delivery-form.ts';
import { showToast } from '#web/lib/react/toast.ts';

interface ShippingAddressTextProps {
  address: ShippingAddress;
  /** Called to edit the address. Undefined once the printer has received it. */
  onCorrect: (() => void) | undefined;
}

/** Shows the address in postal format so that we can copy it when we ship a parcel ourselves. */
export function ShippingAddressText({ address, onCorrect }: ShippingAddressTextProps) {
  const text = addressLines(address).join('\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'success', title: 'Address copied' });
    } catch {
      showToast({
        tone: 'error',
        title: 'Couldn’t copy the address',
        description: 'Your browser blocked copying. Please select and copy the text.',
      });
    }
  }

  return (
    <div className="ship-to">
      <address>{text}</address>
      <button type="button" className="secondary button-small" onClick={() => void copy()}>
        Copy address
      </button>
      {onCorrect && (
        <button type="button" className="secondary button-small" onClick={onCorrect}>
          Correct…
        </button>
      )}
    </div>
  );
}
