import type { PushContent } from '#schema/messages/push.ts';
import { fakeNow } from '#scripts/fakes/core/clock.ts';
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';

/** A device's subscription with the private key that a browser would keep to itself. All keys are base64url. */
export interface Subscription {
  id: string;
  publicKey: string;
  privateKey: JsonWebKey;
  secret: string;
  hasEnded: boolean;
}

export interface ReceivedPush {
  subscriptionId: string;
  content: PushContent;
  ttl: number;
  topic: string | null;
  /** ISO 8601 timestamp. */
  receivedAt: string;
}

interface State {
  subscriptions: Subscription[];
  pushes: ReceivedPush[];
}

const maxStored = 500;

export class Pushes {
  readonly #stateFile: string | undefined;
  #state: State;

  constructor(stateFile?: string) {
    this.#stateFile = stateFile;
    this.#state = readState<State>(stateFile) ?? { subscriptions: [], pushes: [] };
  }

  async subscribe(): Promise<Subscription> {
    const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const subscription = {
      id: crypto.randomUUID(),
      publicKey: Buffer.from(await crypto.subtle.exportKey('raw', keys.publicKey)).toString('base64url'),
      privateKey: await crypto.subtle.exportKey('jwk', keys.privateKey),
      secret: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
      hasEnded: false,
    };
    this.#state.subscriptions = [subscription, ...this.#state.subscriptions].slice(0, maxStored);
    this.#save();
    return subscription;
  }

  find(id: string): Subscription | undefined {
    return this.#state.subscriptions.find((subscription) => subscription.id === id);
  }

  /** Makes the endpoint answer 410, as after the notifications were turned off in the browser. */
  end(id: string): Subscription | undefined {
    const subscription = this.find(id);
    if (subscription) subscription.hasEnded = true;
    this.#save();
    return subscription;
  }

  receive(push: Omit<ReceivedPush, 'receivedAt'>): void {
    this.#state.pushes = [{ ...push, receivedAt: new Date(fakeNow()).toISOString() }, ...this.#state.pushes].slice(0, maxStored);
    this.#save();
  }

  /** Returns notifications, newest first. */
  list(subscriptionId?: string | null): ReceivedPush[] {
    return this.#state.pushes.filter((push) => !subscriptionId || push.subscriptionId === subscriptionId);
  }

  #save(): void {
    writeState(this.#stateFile, this.#state);
  }
}
