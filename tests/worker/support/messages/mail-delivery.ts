import { env } from 'cloudflare:workers';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { type Client, row } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

export interface SentMail {
  from: unknown;
  to: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** Fake email provider that accepts and rejects emails as Cloudflare does. */
export class FakeProvider {
  readonly sent: SentMail[] = [];
  /** Hook that runs before the provider accepts an email; if it throws, the provider fails with that error. */
  before: (mail: SentMail) => Promise<void> | void = () => undefined;
  /** Hook that runs after the provider has accepted an email but before it responds. */
  after: (mail: SentMail) => Promise<void> | void = () => undefined;

  async send(mail: SentMail): Promise<{ messageId: string }> {
    await this.before(mail);
    this.sent.push(mail);
    await this.after(mail);
    return { messageId: 'of-cloudflare' };
  }

  to(address: string): SentMail[] {
    return this.sent.filter((mail) => mail.to === address);
  }
}

/** Returns the Worker's environment with this email provider. */
export function envWith(provider: FakeProvider, more: Partial<Env> = {}): Env {
  return { ...(env as unknown as Env), EMAIL: provider as unknown as SendEmail, MAIL_FROM: 'Cache Cards <trail@cards.test>', ...more };
}

export function withProvider(client: Client, provider: FakeProvider): Client {
  client.workerEnv = envWith(provider);
  return client;
}

/** Runs the email delivery cron; rejects if the provider failed. */
export async function runDelivery(workerEnv: Env): Promise<void> {
  await fire('deliver-mail', { workerEnv });
}

export interface OutboxRow {
  id: number;
  status: string;
  attempts: number;
  waits: number;
  lastError: string | null;
  messageId: string;
}

/** Returns the newest outbox row for an address. `waits` is the number of seconds until the next delivery attempt. */
export async function outboxRow(to: string): Promise<OutboxRow> {
  const found = await row<OutboxRow>(
    `SELECT id, status, attempts, next_attempt_at - ? AS waits, last_error AS "lastError", message_id AS "messageId"
     FROM outbox WHERE to_address = ? ORDER BY id DESC LIMIT 1`,
    Math.floor(Date.now() / 1_000),
    to,
  );
  if (!found) throw new Error(`No mail to ${to}`);
  return found;
}

/** Queues an email as the product does. Returns the recipient's address, which is unique unless `address` is given. */
export async function queueOne(
  userId: number | null,
  template = 'password_changed',
  payload: object = {},
  address?: string,
): Promise<string> {
  const name = crypto.randomUUID();
  const to = address ?? `${name}@example.test`;
  await env.DB.prepare(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, next_attempt_at, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
  )
    .bind(`<${name}@cards.test>`, userId, template, to, JSON.stringify(payload), Math.floor(Date.now() / 1_000))
    .run();
  return to;
}
