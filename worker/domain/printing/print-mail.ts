import { type Addressee, type Mail, personalMail } from '#worker/domain/messages/mail.ts';
import type { PrintState } from './print-signal.ts';

/** Email sent once per print order, when its last item ships. It lists all parcels. */
export function shippedMail(member: Addressee, orderId: number, { shipped, tracking }: PrintState): Mail {
  const payload = { cards: String(shipped), tracking: tracking?.replaceAll('\n', ', ') ?? null };
  return { ...personalMail(member, 'cards_shipped', payload), cause: `cards_shipped:${orderId}` };
}
