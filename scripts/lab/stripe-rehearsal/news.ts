/** Stripe's events, asked for and delivered to the local product with its signature: from outside nobody reaches this machine. */
import type Stripe from 'stripe';
import { webhookEventTypes } from '#worker/domain/memberships/webhook-events.ts';
import type { Seconds } from '#worker/domain/time.ts';

export class News {
  readonly #stripe: Stripe;
  readonly #webhook: { url: string; secret: string };
  readonly #since: Seconds;
  readonly #delivered = new Set<string>();

  /** Of what happened since then; objects of test clocks are of that time or later. */
  constructor(stripe: Stripe, webhook: { url: string; secret: string }, since: Seconds) {
    this.#stripe = stripe;
    this.#webhook = webhook;
    this.#since = since;
  }

  /** Delivers what is new, oldest first. What the product does not take comes again the next time. */
  async deliver(): Promise<void> {
    const news: Stripe.Event[] = [];
    // Not from the last one on: with clocks of their own, what is newer need not stand before it.
    for await (const event of this.#stripe.events.list({ created: { gte: this.#since }, types: [...webhookEventTypes], limit: 100 })) {
      if (!this.#delivered.has(event.id)) news.push(event);
    }
    for (const event of news.reverse()) {
      const payload = JSON.stringify(event);
      const signature = this.#stripe.webhooks.generateTestHeaderString({ payload, secret: this.#webhook.secret });
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      const answer = await fetch(this.#webhook.url, { method: 'POST', headers, body: payload });
      if (answer.ok) this.#delivered.add(event.id);
    }
  }
}
