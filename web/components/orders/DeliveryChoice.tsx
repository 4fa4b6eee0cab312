import { useState } from 'react';
import type { DeliveryRequest, Order, ShippingAddress } from '#schema/order.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { DeliveryForm, knownAddress, readDelivery } from '#web/components/orders/delivery-form.ts';
import { chooseDelivery } from '#web/components/orders/order-api.ts';
import { ParcelIcon, PrinterIcon } from '#web/components/orders/order-icons.tsx';
import { useCheckedForm } from '#web/components/orders/use-checked-form.ts';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { errorText, fieldErrors } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';

/** A shipping address, from the profile to begin with, or 'I print them myself'. */
export function DeliveryChoice({ order, onSaved }: { order: Order; onSaved: (order: Order) => void }) {
  const { user } = useUser();
  const [way, setWay] = useState(order.delivery ?? 'ship');
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { submit, field, refuse } = useCheckedForm(DeliveryForm, readDelivery, save);
  const known = knownAddress(order, user);
  const line = (name: keyof ShippingAddress, label: string) => ({ label, defaultValue: known[name] ?? '', ...field(`address.${name}`) });

  async function save(request: DeliveryRequest, form: HTMLFormElement) {
    if (isSaving) return;
    setIsSaving(true);
    setFailure(null);
    try {
      onSaved(await chooseDelivery(order.id, request));
    } catch (error) {
      refuse(form, fieldErrors(error));
      setFailure(errorText(error, 'How your cards are delivered could not be saved. Please try again.'));
      setIsSaving(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Delivery">
      <fieldset className="delivery-ways">
        <legend className="visually-hidden">How you get your cards</legend>
        <label className="delivery-way">
          <input type="radio" name="delivery" value="ship" checked={way === 'ship'} onChange={() => setWay('ship')} />
          <ParcelIcon />
          <span>
            <strong>Send them to me</strong>
            <small>Printed for you and sent by post</small>
          </span>
        </label>
        <label className="delivery-way">
          <input type="radio" name="delivery" value="self_print" checked={way === 'self_print'} onChange={() => setWay('self_print')} />
          <PrinterIcon />
          <span>
            <strong>I print them myself</strong>
            <small>You get a PDF that is ready to print, right after paying</small>
          </span>
        </label>
      </fieldset>
      {/* Out of sight, not gone: what was typed comes back with it. */}
      <div className="delivery-address" hidden={way !== 'ship'}>
        <Field {...line('name', 'Name')} autoComplete="shipping name" />
        <Field {...line('line1', 'Street and number')} autoComplete="shipping address-line1" />
        <Field {...line('line2', 'Apartment, suite, unit')} autoComplete="shipping address-line2" optional />
        <div className="form-row">
          <Field {...line('city', 'City')} autoComplete="shipping address-level2" />
          <Field {...line('state', 'State or region')} autoComplete="shipping address-level1" optional />
        </div>
        <div className="form-row">
          <Field {...line('zip', 'ZIP or postal code')} autoComplete="shipping postal-code" />
          <Field {...line('country', 'Country')} autoComplete="shipping country-name" />
        </div>
      </div>
      {failure && (
        <Alert tone="error" title="Your delivery was not saved">
          {failure}
        </Alert>
      )}
      <SubmitButton pending={isSaving} pendingLabel="Saving…">
        Continue to Payment
      </SubmitButton>
    </form>
  );
}
