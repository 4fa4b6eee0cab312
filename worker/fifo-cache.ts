/** An in-memory cache for one isolate. Evicts the oldest entry once it reaches `capacity`. */
export class FifoCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    const oldest = this.#entries.size >= this.#capacity ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, value);
  }
}
