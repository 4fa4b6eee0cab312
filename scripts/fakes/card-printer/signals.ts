/** Sends CloudSignal 2.0 order-status webhooks, and retries them with increasing delays until the response is 2xx. */
import type { AcceptedOrder, Workshop } from '#scripts/fakes/card-printer/state.ts';
import { fakeNow } from '#scripts/fakes/core/clock.ts';
import { isSuccess, post } from '#scripts/fakes/core/post.ts';

export interface Signal {
  type: string;
  /** Time of the status change in ISO 8601; defaults to now. */
  datetime?: string;
  /** Reference of the order item that the webhook is about; defaults to all items. */
  item?: string;
  tracking?: string;
  message?: string;
}

const orderSignalTypes = ['CloudprinterOrderValidated', 'CloudprinterOrderCanceled'];
export const defaultSignals = ['CloudprinterOrderValidated', 'ItemValidated', 'ItemProduce', 'ItemProduced', 'ItemPacked', 'ItemShipped'];

const pausesMs = [500, 2_000, 10_000, 60_000];

export function createSignalBodies({ keys }: Workshop, order: AcceptedOrder, signal: Signal): Record<string, string>[] {
  const common = {
    apikey: keys.webhook,
    type: signal.type,
    order: order.order,
    order_reference: order.reference,
    datetime: signal.datetime ?? new Date(fakeNow()).toISOString().replace(/\.\d+Z$/, '+00:00'),
  };
  if (orderSignalTypes.includes(signal.type)) return [common];
  const items = order.items.filter(({ reference }) => signal.item === undefined || reference === signal.item);
  return items.map(({ reference }, index) => ({
    ...common,
    item: `${order.order}${index + 1}`,
    item_reference: reference,
    ...(signal.type === 'ItemShipped' && { tracking: signal.tracking ?? `CP${order.order}`, shipping_option: 'Ground, tracked' }),
    ...(signal.type === 'ItemError' && { error_message: signal.message ?? 'The file has less than 3 mm of bleed' }),
  }));
}

export class Signals {
  readonly #workshop: Workshop;
  readonly #url: string | undefined;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(workshop: Workshop, url: string | undefined) {
    this.#workshop = workshop;
    this.#url = url;
  }

  async send(order: AcceptedOrder, signals: Signal[], times = 1): Promise<number[]> {
    const statuses: number[] = [];
    for (const signal of signals) {
      order.signals.push(signal.type);
      for (const body of createSignalBodies(this.#workshop, order, signal)) {
        for (let time = 0; time < times; time += 1) statuses.push(await this.#deliver(body, 0));
      }
    }
    this.#workshop.save();
    return statuses;
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #deliver(body: object, attempt: number): Promise<number> {
    if (!this.#url) return 0;
    const status = await post(this.#url, JSON.stringify(body));
    const pause = pausesMs[attempt];
    if (!isSuccess(status) && pause !== undefined) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void this.#deliver(body, attempt + 1);
      }, pause);
      this.#timers.add(timer.unref());
    }
    return status;
  }
}
