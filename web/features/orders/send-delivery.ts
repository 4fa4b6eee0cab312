import * as v from 'valibot';
import { DeliveryAddress } from '#schema/orders/delivery.ts';
import type { Order } from '#schema/orders/order.ts';
import { chooseDelivery } from '#web/features/orders/order-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { validateAndSend } from '#web/lib/light-form-sending.ts';

/** Drops the typed address if the member prints the cards themselves. */
const DeliveryForm = v.variant('delivery', [
  v.object({ delivery: v.literal('ship'), address: DeliveryAddress }),
  v.object({ delivery: v.literal('self_print') }),
]);

/** Validates and saves the delivery choice. Returns the order. Never throws. */
export function sendDelivery(formData: FormData, orderId: Order['id']): Promise<Outcome<Order>> {
  return validateAndSend(
    DeliveryForm,
    readForm(formData),
    (request) => chooseDelivery(orderId, request),
    (error) => errorText(error, 'Please try again.'),
  );
}

/** Nests inputs with names such as `address.city`, as the schema expects. */
function readForm(formData: FormData): unknown {
  const { delivery, ...addressFields } = Object.fromEntries(formData);
  return {
    delivery,
    address: Object.fromEntries(Object.entries(addressFields).map(([name, text]) => [name.replace('address.', ''), text])),
  };
}
