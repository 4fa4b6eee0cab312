import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { countryCode } from '#schema/country.ts';
import { DeliveryAddress } from '#schema/orders/delivery.ts';
import { deliveries, type Order } from '#schema/orders/order.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { needsState } from '#schema/states.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { getKnownAddress } from '#web/features/orders/delivery-form.ts';
import { chooseDelivery } from '#web/features/orders/order-api.ts';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { errorText } from '#web/lib/api-error.ts';
import { readDraft, storeDraft } from '#web/lib/drafts.ts';
import { type Outcome, useLightForm } from '#web/lib/light-form.ts';
import { validateAndSend } from '#web/lib/light-form-sending.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { ParcelIcon, PrinterIcon } from '#web/ui/icons/order-icons.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Drops the typed address if the member prints the cards themselves. */
const DeliveryForm = v.variant('delivery', [
  v.object({ delivery: v.literal('ship'), address: DeliveryAddress, currentPassword: v.optional(v.string()) }),
  v.object({ delivery: v.literal('self_print'), currentPassword: v.optional(v.string()) }),
]);

/** Validates and saves the delivery choice. Returns the order. Never throws. */
function sendDelivery(formData: FormData, orderId: Order['id']): Promise<Outcome<Order>> {
  return validateAndSend(
    DeliveryForm,
    readForm(formData),
    ({ currentPassword, ...request }) => chooseDelivery(orderId, { ...request, ...identityProof(currentPassword) }),
    (error) => errorText(error, t`Please try again.`),
  );
}

/** Nests inputs with names such as `address.city`, as the schema expects. */
function readForm(formData: FormData): unknown {
  const { delivery, currentPassword, ...addressFields } = Object.fromEntries(formData);
  return {
    delivery,
    currentPassword,
    address: Object.fromEntries(Object.entries(addressFields).map(([name, text]) => [name.replace('address.', ''), text])),
  };
}

export function DeliveryChoice({ order, onSaved }: { order: Order; onSaved: (order: Order) => void }) {
  const { user } = useUser();
  const draft = `delivery-${order.id}`;
  const [draftValues] = useState(() => readDraft(draft));
  const [delivery, setDelivery] = useState(deliveries.find((choice) => choice === draftValues.delivery) ?? order.delivery ?? 'ship');
  // For a first address, most members have just signed in.
  const [asksPassword, setAsksPassword] = useState(order.status === 'paid' || order.shippingAddress !== null);
  const { form, errors, failure, isPending } = useLightForm({
    load: async () => async (formData) => {
      const outcome = await sendDelivery(formData, order.id);
      if (!outcome.isSent && outcome.fields.currentPassword) setAsksPassword(true);
      return outcome;
    },
    onSent: (updatedOrder) => {
      storeDraft(draft, {});
      onSaved(updatedOrder);
    },
    showsFailureTwice: true,
  });
  const knownValues = getKnownAddress(order, user);
  const [country, setCountry] = useState(String(draftValues['address.country'] ?? knownValues.country ?? ''));
  const code = countryCode(country);
  const getFieldProps = (addressField: keyof ShippingAddress, label: string) => {
    const name = `address.${addressField}`;
    return { label, name, defaultValue: String(draftValues[name] ?? knownValues[addressField] ?? ''), error: errors[name] };
  };

  return (
    <form
      {...form}
      aria-label={t`Delivery`}
      onInput={(event) => {
        form.onInput(event);
        const { currentPassword: _, ...typed } = Object.fromEntries(new FormData(event.currentTarget));
        setCountry(String(typed['address.country']));
        storeDraft(draft, typed);
      }}
    >
      <fieldset className="stack gap-3 delivery-ways" hidden={order.status === 'paid'}>
        <legend className="visually-hidden">{t`Choose how to get your cards`}</legend>
        <label className="delivery-way">
          <input type="radio" name="delivery" value="ship" checked={delivery === 'ship'} onChange={() => setDelivery('ship')} />
          <ParcelIcon />
          <span>
            <strong>{t`Send them to me`}</strong>
            <small>{t`We print them and mail them to you`}</small>
          </span>
        </label>
        <label className="delivery-way">
          <input
            type="radio"
            name="delivery"
            value="self_print"
            checked={delivery === 'self_print'}
            onChange={() => setDelivery('self_print')}
          />
          <PrinterIcon />
          <span>
            <strong>{t`I print them myself`}</strong>
            <small>{t`You get a print-ready PDF right after paying`}</small>
          </span>
        </label>
      </fieldset>
      {/* Hides the address fields instead of unmounting them, to preserve the typed values. */}
      <div className="stack delivery-address" hidden={delivery !== 'ship'}>
        <Field {...getFieldProps('name', t`First and last name`)} autoComplete="shipping name" />
        <Field {...getFieldProps('line1', t`Street address`)} autoComplete="shipping address-line1" />
        <Field {...getFieldProps('line2', t`Apartment, suite, unit`)} autoComplete="shipping address-line2" optional />
        <div className="form-row">
          <Field {...getFieldProps('city', t`City`)} autoComplete="shipping address-level2" />
          <Field
            {...getFieldProps('state', t`State or region`)}
            autoComplete="shipping address-level1"
            optional={code !== undefined && !needsState(code)}
            hint={code === undefined && t`Required in the US and Canada`}
          />
        </div>
        <div className="form-row">
          <Field {...getFieldProps('zip', t`ZIP or postal code`)} autoComplete="shipping postal-code" />
          <Field {...getFieldProps('country', t`Country`)} autoComplete="shipping country-name" />
        </div>
        <Field {...getFieldProps('phone', t`Phone`)} type="tel" autoComplete="shipping tel" hint={t`So the carrier can reach you`} />
      </div>
      {asksPassword && (
        <Field
          label={t`Current password`}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          hint={t`Confirms it’s you. Leave it empty if you signed in within the last 10 minutes.`}
          error={errors.currentPassword}
        />
      )}
      {failure && (
        <Alert tone="error" title={t`Couldn’t save your delivery details`}>
          {failure}
        </Alert>
      )}
      <SubmitButton pending={isPending} pendingLabel={t`Saving…`}>
        {order.status === 'paid' ? t`Save` : t`Continue to Payment`}
      </SubmitButton>
    </form>
  );
}
