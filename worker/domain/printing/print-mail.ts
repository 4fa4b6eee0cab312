/** The mail that tells a member that their cards are on their way. */
import { type Addressee, type Mail, personalMail } from '#worker/domain/messages/mail.ts';
import type { PrintState } from './print-signal.ts';

/** Once for an order at the printer, when the last of its items is on its way: it names all parcels. */
export function shippedMail(member: Addressee, orderId: number, { shipped, tracking }: PrintState): Mail {
  const payload = { cards: String(shipped), tracking: tracking?.replaceAll('\n', ', ') ?? null };
  return { ...personalMail(member, 'cards_shipped', payload), cause: `cards_shipped:${orderId}` };
}
