/** The mail that tells a member that their cards are on their way. */
import type { Mail } from '#worker/domain/messages/mail.ts';
import type { PrintState } from './print-signal.ts';

interface Addressee {
  email: string;
  firstName: string | null;
}

/** Once for an order at the printer, when the last of its items is on its way: it names all parcels. */
export function shippedMail(member: Addressee, orderId: number, { shipped, tracking }: PrintState): Mail {
  return {
    template: 'cards_shipped',
    to: member.email,
    cause: `cards_shipped:${orderId}`,
    payload: { firstName: member.firstName, cards: String(shipped), tracking: tracking?.replaceAll('\n', ', ') ?? null },
  };
}
