/** Records Stripe's responses during a rehearsal, reduced to the fields that the product reads, without names or secrets. */

import { matchPath } from '#scripts/fakes/stripe/contract/paths.ts';
import type { Exchange } from '#scripts/lab/stripe-contract-proxy/forward-call.ts';
import { readFields, readParts, stateWords } from '#scripts/lab/stripe-rehearsal/read-fields.ts';

export interface RecordedResponse {
  step: string;
  call: string;
  status: number;
  answer: unknown;
}

export interface Recording {
  about: { apiVersion: string; recordedOn: string };
  answers: RecordedResponse[];
}

const kindsWithIds = [
  ...['customers', 'subscriptions', 'invoices', 'payment_intents', 'setup_intents'],
  ...['disputes', 'prices', 'events', 'refunds'],
];
const fieldsWithIds = [
  ...kindsWithIds.flatMap((kind) => [
    ...['GET', 'POST', 'DELETE'].map((method) => `${method} /v1/${kind}/:id`),
    ...['void', 'cancel', 'pay', 'confirm'].map((action) => `POST /v1/${kind}/:id/${action}`),
  ]),
];

const idPattern = /^[a-z]+(_test)?_[A-Za-z0-9]{6,}/;

export class Recorder {
  readonly answers: RecordedResponse[] = [];
  step = '';
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  see({ call, status, body }: Exchange): void {
    const name = fieldsWithIds.find((pattern) => matchPath(pattern, call)) ?? call;
    const responseBody = JSON.parse(body) as Fields & { error?: Fields };
    const recordedBody = responseBody.error
      ? { error: { type: responseBody.error.type, code: responseBody.error.code ?? null } }
      : this.#reduced(responseBody, '');
    this.answers.push({ step: this.step, call: name, status, answer: recordedBody });
  }

  /** @param key name of the containing field */
  #reduced(value: unknown, key: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#reduced(item, key));
    if (typeof value === 'string') return this.#nameless(value, key);
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Fields;
    const readableFields = typeof fields.object === 'string' ? (readFields[fields.object] ?? []) : (readParts[key] ?? []);
    const names = Object.keys(fields).filter((name) => name === 'object' || readableFields === '*' || readableFields.includes(name));
    return Object.fromEntries(names.map((name) => [name, this.#reduced(fields[name], name)]));
  }

  #nameless(text: string, key: string): string {
    if (key.endsWith('_url')) return 'https://stripe.test/page';
    if (key === 'fingerprint') return this.#named(text, 'fingerprint');
    if (key === 'cache_cards_order') return this.#named(text, 'reference');
    if (key === 'client_secret') return `${this.#nameless(text.slice(0, text.indexOf('_secret_')), 'id')}_secret`;
    return idPattern.test(text) && !stateWords.has(key) ? this.#named(text, text.slice(0, text.indexOf('_'))) : text;
  }

  /** Returns the stable alias that replaces an id in the recording. */
  #named(text: string, kind: string): string {
    const knownName = this.#names.get(text);
    if (knownName) return knownName;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    this.#names.set(text, `${kind}_${number}`);
    return `${kind}_${number}`;
  }
}

type Fields = Record<string, unknown>;
