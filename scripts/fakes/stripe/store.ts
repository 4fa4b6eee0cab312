import { notFoundFailure } from '#scripts/fakes/stripe/http/errors.ts';
import type { Kind, Shapes } from '#scripts/fakes/stripe/http/shapes.ts';

export type Objects = { [K in Kind]: Map<string, Shapes[K]> };

/** Object kinds in the order they are written to disk. */
export const kinds: Kind[] = [
  ...(['test_helpers.test_clock', 'customer', 'product', 'price', 'coupon', 'discount', 'payment_method', 'subscription'] as const),
  ...(['invoice', 'invoice_payment', 'payment_intent', 'setup_intent', 'charge', 'refund', 'dispute', 'balance_transaction'] as const),
  ...(['webhook_endpoint', 'payment_method_domain', 'event'] as const),
];

export class Store {
  private readonly objects: Objects;
  version = 0;

  constructor(objects: Objects = emptyObjects()) {
    this.objects = objects;
  }

  find<K extends Kind>(kind: K, id: string | null | undefined): Shapes[K] | undefined {
    return id ? this.objects[kind].get(id) : undefined;
  }

  /** Returns the object. If it does not exist, throws a 404 error that names the parameter `param`. */
  get<K extends Kind>(kind: K, id: string, param = 'id'): Shapes[K] {
    const object = this.find(kind, id);
    if (!object) throw notFoundFailure(kind.replace('test_helpers.', ''), id, param);
    return object;
  }

  all<K extends Kind>(kind: K): Shapes[K][] {
    return [...this.objects[kind].values()];
  }

  add<K extends Kind>(kind: K, object: Shapes[K]): Shapes[K] {
    this.objects[kind].set(object.id, object);
    this.version += 1;
    return object;
  }

  change<K extends Kind>(object: Shapes[K], changes: Partial<Shapes[K]>): Partial<Shapes[K]> {
    const previous: Partial<Shapes[K]> = {};
    for (const name of Object.keys(changes) as (keyof Shapes[K])[]) {
      if (JSON.stringify(object[name]) !== JSON.stringify(changes[name])) previous[name] = object[name];
    }
    Object.assign(object, structuredClone(changes));
    this.version += 1;
    return previous;
  }

  remove(kind: Kind, id: string): void {
    this.objects[kind].delete(id);
    this.version += 1;
  }
}

export function emptyObjects(): Objects {
  return Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as Objects;
}
