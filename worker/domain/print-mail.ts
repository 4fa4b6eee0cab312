/** The mail that tells a member that their cards are on their way. */
import type { Mail } from './mail.ts';
import type { PrintState } from './print-signal.ts';

interface Addressee {
  email: string;
  firstName: string | null;
}

/** Once for an order at the printer, however often and by whichever of its items that is said. */
export function shippedMail(messageId: string, member: Addressee, order: { id: number; quantity: number }, { tracking }: PrintState): Mail {
  return {
    messageId,
    template: 'cards_shipped',
    to: member.email,
    cause: `cards_shipped:${order.id}`,
    payload: { firstName: member.firstName, cards: String(order.quantity), tracking },
  };
}
