import type { OutgoingHttpHeaders } from 'node:http';
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';
import { Contract } from '#scripts/fakes/stripe/contract/contract.ts';
import { type FormObject, parseForm } from '#scripts/fakes/stripe/http/form.ts';
import type { Exchange } from '#scripts/lab/stripe-contract-proxy/forward-call.ts';

export interface CheckState {
  calls: number;
  events: number;
  breaches: string[];
  lastEvent?: string;
}

interface Options {
  schemasFile: string;
  target: string;
  countFile?: string | undefined;
  /** Whether to ignore invalid parameters in requests that the API rejects. */
  mayBeRefused?: boolean;
  onBreach?: (violation: string) => void;
}

const eventsPageSize = 20;

export class ContractChecker {
  readonly #contract: Contract;
  readonly #options: Options;
  readonly #checked: CheckState;
  #credentials: Record<string, string> | undefined;
  #eventCheck: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#contract = new Contract(options.schemasFile);
    this.#checked = readState<CheckState>(options.countFile) ?? { calls: 0, events: 0, breaches: [] };
  }

  see({ call, form, headers, status, body }: Exchange): void {
    const responseBody = parseBody(body);
    const params = readForm(form);
    const caller = isPageCall(headers, params) ? 'page' : 'secret';
    if (caller === 'secret' && status === 200) this.#credentials = getCredentials(headers);
    this.#checked.calls += 1;
    const name = this.#contract.findName(call) ?? call;
    const isRefused = status >= 400;
    if (responseBody === undefined || params === undefined)
      this.#contract.report(`${call}: ${responseBody === undefined ? 'the answer' : 'the form'} cannot be read`);
    else if (!isRefused) this.#contract.checkCall({ call: name, params, caller, answer: responseBody });
    else {
      this.#contract.checkRefusal(responseBody);
      if (caller === 'secret' && !this.#options.mayBeRefused) this.#contract.checkParameters(name, params);
    }
    this.#collect();
  }

  async take(): Promise<CheckState> {
    await this.checkEvents();
    const checkedCalls = { ...this.#checked };
    this.#checked.breaches = [];
    this.save();
    return checkedCalls;
  }

  checkEvents(): Promise<void> {
    // Waits for the previous check to finish, even if it failed, so that checks never overlap.
    const previousCheck = this.#eventCheck.catch(() => undefined);
    this.#eventCheck = previousCheck.then(async () => {
      for (const event of (await this.#newEvents()).reverse()) {
        this.#contract.checkEvent(event);
        this.#checked.events += 1;
        this.#checked.lastEvent = event.id;
      }
      this.#collect();
    });
    return this.#eventCheck;
  }

  save(): void {
    writeState(this.#options.countFile, this.#checked);
  }

  #collect(): void {
    const newViolations = this.#contract.takeBreaches().filter((violation) => !this.#checked.breaches.includes(violation));
    if (newViolations.length === 0) return;
    for (const violation of newViolations) this.#options.onBreach?.(violation);
    this.#checked.breaches.push(...newViolations);
    this.save();
  }

  /** Returns new events, newest first, as Stripe lists them. They contain the same objects as webhooks. */
  async #newEvents(): Promise<{ id: string; type: string }[]> {
    const news: { id: string; type: string }[] = [];
    if (!this.#credentials) return news;
    for (let hasMore = true; hasMore; ) {
      const query = new URLSearchParams({ limit: String(eventsPageSize) });
      const oldestEvent = news.at(-1);
      if (oldestEvent) query.set('starting_after', oldestEvent.id);
      const response = await fetch(`${this.#options.target}/v1/events?${query}`, { headers: this.#credentials });
      const page = (await response.json()) as { data: { id: string; type: string }[]; has_more: boolean };
      if (!response.ok) throw new Error(`Events could not be requested: ${JSON.stringify(page)}`);
      const knownIndex = page.data.findIndex(({ id }) => id === this.#checked.lastEvent);
      news.push(...(knownIndex < 0 ? page.data : page.data.slice(0, knownIndex)));
      hasMore = knownIndex < 0 && page.has_more;
    }
    return news;
  }
}

function isPageCall({ authorization }: OutgoingHttpHeaders, params: FormObject | undefined): boolean {
  return String(authorization ?? `Bearer ${params?.key}`).startsWith('Bearer pk_');
}

function getCredentials(headers: OutgoingHttpHeaders): Record<string, string> {
  return { authorization: String(headers.authorization), 'stripe-version': String(headers['stripe-version']) };
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function readForm(form: string): FormObject | undefined {
  try {
    return parseForm(form);
  } catch {
    return undefined;
  }
}
