import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import type { Addresses } from '#scripts/clock/service.ts';

const Mails = v.array(v.object({ id: v.number(), to: v.string(), subject: v.string(), receivedAt: v.string() }));

const StripeEvents = v.object({
  data: v.array(
    v.object({
      type: v.string(),
      created: v.number(),
      data: v.object({
        object: v.object({
          customer_email: v.nullish(v.string()),
          billing_reason: v.nullish(v.string()),
          amount_due: v.optional(v.number()),
        }),
      }),
    }),
  ),
});
type StripeEvent = v.InferOutput<typeof StripeEvents>['data'][number];

const Rows = v.array(v.object({ id: v.number(), at: v.number(), text: v.string() }));

interface Item {
  /** Time of the email, payment or other event, as an ISO 8601 timestamp. */
  at: string;
  text: string;
}

interface ReadPositions {
  mail: number;
  stripe: number;
  chest: number;
  expired: number;
}

/** Returns a function that lists emails, payments, chests and expired certificates since its last call, in chronological order. */
export async function readNews({ mailbox, stripe }: Addresses, db: DatabaseSync): Promise<() => Promise<string[]>> {
  const progress: ReadPositions = { mail: 0, stripe: 0, chest: 0, expired: 0 };

  const mails = async (): Promise<Item[]> => {
    const list = v.parse(Mails, await (await fetch(`${mailbox}/fake/mails?after=${progress.mail}`)).json());
    progress.mail = Math.max(progress.mail, ...list.map(({ id }) => id));
    return list.reverse().map(({ to, subject, receivedAt }) => ({ at: receivedAt, text: `Email to ${to}: ${subject}` }));
  };
  const payments = async (): Promise<Item[]> => {
    if (stripe === null) return [];
    const { data } = v.parse(StripeEvents, await (await fetch(`${stripe}/fake/events?after=${progress.stripe}`)).json());
    progress.stripe = Math.max(progress.stripe, ...data.map(({ created }) => created));
    return data.flatMap((event) => {
      const text = paymentText(event);
      return text === undefined ? [] : [{ at: formatIso(event.created), text }];
    });
  };
  const rows = (sql: string, after: number) => v.parse(Rows, db.prepare(sql).all(after));
  const chestsAndExpiries = (): Item[] => {
    const paidChests = rows(
      `SELECT t.id, t.created_at AS at, 'Chest of ' || t.month || ' for ' || u.email || ': $' || (t.amount_cents / 100) AS text
       FROM treasure_chest_payouts t JOIN users u ON u.id = t.user_id WHERE t.id > ?1 ORDER BY t.id`,
      progress.chest,
    );
    const expiredCheckouts = rows(
      `SELECT c.activate_by AS id, c.activate_by AS at, 'Certificate ' || c.number || ' of ' || u.email || ' expired' AS text
       FROM vacation_certificates c JOIN users u ON u.id = c.user_id
       WHERE c.status = 'expired' AND c.activate_by > ?1 ORDER BY c.activate_by`,
      progress.expired,
    );
    progress.chest = Math.max(progress.chest, ...paidChests.map(({ id }) => id));
    progress.expired = Math.max(progress.expired, ...expiredCheckouts.map(({ id }) => id));
    return [...paidChests, ...expiredCheckouts].map(({ at, text }) => ({ at: formatIso(at), text }));
  };

  const read = async () => {
    const items = [...(await payments()), ...chestsAndExpiries(), ...(await mails())];
    return items.sort((one, other) => one.at.localeCompare(other.at)).map(({ at, text }) => `${at.slice(0, 10)}  ${text}`);
  };
  await read();
  return read;
}

function paymentText({ type, data: { object } }: StripeEvent): string | undefined {
  if (object.billing_reason !== 'subscription_cycle') return undefined;
  const amount = `$${((object.amount_due ?? 0) / 100).toFixed(2)}`;
  if (type === 'invoice.paid') return `Renewal: ${object.customer_email} paid ${amount}`;
  if (type === 'invoice.payment_failed') return `Renewal: the card of ${object.customer_email} was declined for ${amount}`;
  return undefined;
}

function formatIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
