import { AddressForm, type AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { ChangedAlert } from '#web/features/admin/viewers/ChangedAlert.tsx';
import { correctAddress, readOrder } from '#web/features/orders/admin/orders-api.ts';
import { addressLines } from '#web/features/orders/delivery-form.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function CorrectAddress({ order, onDone }: { order: AdminOrderPage; onDone: () => void }) {
  const { base, refreshIfStale, setBase } = useVersioned(order, () => readOrder(order.id));
  const isOutdated = order.canChangeAddress && order.version !== base.version;
  const { name, line1, line2, city, state, zip, country, phone } = order.shippingAddress ?? emptyAddress;
  return (
    <Form
      label="Correct address"
      className="stack"
      schema={AddressForm}
      defaults={{ address: { name, line1, line2: line2 ?? '', city, state: state ?? '', zip, country, phone: phone ?? '' } }}
      send={async ({ address }) => {
        await correctAddress(order.id, { address, version: base.version });
        showToast({ tone: 'success', title: 'Address corrected' });
        onDone();
      }}
      failed="Couldn’t change the address"
      onFailure={refreshIfStale}
    >
      {!order.canChangeAddress && (
        <Alert tone="warning" title="The address can’t be changed anymore">
          You can still copy what you typed.
        </Alert>
      )}
      {isOutdated && (
        <ChangedAlert title={`${order.addressCorrectedBy ?? 'Someone else'} changed this address`} onSeen={() => setBase(order)}>
          It is now {order.shippingAddress && describeAddress(order.shippingAddress)}. What you typed is still here.
        </ChangedAlert>
      )}
      <p className="muted small">
        Changes this order only, not the member’s profile. The member gets an email, and earlier quotes become invalid.
      </p>
      <FormField label="First and last name" name="address.name" autoComplete="off" data-autofocus />
      <FormField label="Street address" name="address.line1" autoComplete="off" />
      <FormField label="Apartment, suite, unit" name="address.line2" autoComplete="off" optional />
      <div className="form-row">
        <FormField label="City" name="address.city" autoComplete="off" />
        <FormField label="State or region" name="address.state" autoComplete="off" hint="Required in the US and Canada" />
      </div>
      <div className="form-row">
        <FormField label="ZIP or postal code" name="address.zip" autoComplete="off" />
        <FormField label="Country" name="address.country" autoComplete="off" hint="In English" />
      </div>
      <FormField
        label="Phone"
        name="address.phone"
        type="tel"
        autoComplete="off"
        hint="For the carrier. If the member didn’t give one, use a company number that someone answers."
      />
      <FormActions pendingLabel="Saving…" onCancel={onDone} cancelLabel="Back" disabled={isOutdated || !order.canChangeAddress}>
        Save address
      </FormActions>
    </Form>
  );
}

/** Includes the phone, which a colleague may have changed alone. */
function describeAddress(address: NonNullable<AdminOrderPage['shippingAddress']>): string {
  return [...addressLines(address), ...(address.phone ? [`phone ${address.phone}`] : [])].join(', ');
}

const emptyAddress = { name: '', line1: '', line2: null, city: '', state: null, zip: '', country: '', phone: null };
