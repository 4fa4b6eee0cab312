/** Saving how ordered cards are delivered. */
import * as v from 'valibot';
import { DeliveryAddress } from '#schema/orders/delivery.ts';
import type { Order } from '#schema/orders/order.ts';
import { chooseDelivery } from '#web/features/orders/order-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { checkAndSend } from '#web/lib/light-form-sending.ts';

/** What was typed into the address is let be, and dropped, where the member prints the cards. */
const DeliveryForm = v.variant('delivery', [
  v.object({ delivery: v.literal('ship'), address: DeliveryAddress }),
  v.object({ delivery: v.literal('self_print') }),
]);

/** Checks and saves what was typed; answers the order with it. Never throws. */
export function sendDelivery(typed: FormData, orderId: Order['id']): Promise<Outcome<Order>> {
  return checkAndSend(
    DeliveryForm,
    read(typed),
    (request) => chooseDelivery(orderId, request),
    (error) => errorText(error, 'How your cards are delivered could not be saved. Please try again.'),
  );
}

/** The inputs by name, `address.city` for example, as the schema expects them. */
function read(typed: FormData): unknown {
  const { delivery, ...lines } = Object.fromEntries(typed);
  return { delivery, address: Object.fromEntries(Object.entries(lines).map(([name, text]) => [name.replace('address.', ''), text])) };
}
