import * as v from 'valibot';
import { Membership, PaymentHistory } from '#schema/memberships/membership.ts';
import { CardChange, CardOnFile } from '#schema/memberships/payment-card.ts';
import { CardOrderResponse, Order, PaymentIntentResponse } from '#schema/orders/order.ts';

const password = 'trail-mix-7';
const SignedIn = v.object({ token: v.string() });

export class Member {
  readonly #origin: string;
  readonly #email: string;
  #token = '';
  clientSecret = '';

  constructor(origin: string, email: string) {
    this.#origin = origin;
    this.#email = email;
  }

  async register(): Promise<void> {
    const person = { email: this.#email, password, confirmPassword: password, firstName: 'Robin', acceptedTerms: true };
    this.#token = v.parse(SignedIn, await this.#call('POST', '/api/register', person)).token;
  }

  async signIn(): Promise<void> {
    this.#token = v.parse(SignedIn, await this.#call('POST', '/api/login', { email: this.#email, password })).token;
  }

  async openCheckout(type: 'membership' | 'cache-cards', id: string): Promise<void> {
    const { clientSecret } = v.parse(PaymentIntentResponse, await this.#call('GET', `/api/payment-intent/${type}/${id}`));
    this.clientSecret = clientSecret ?? '';
  }

  async orderCards(quantity: number): Promise<void> {
    this.clientSecret = v.parse(CardOrderResponse, await this.#call('POST', '/api/cache-cards/order', { quantity })).clientSecret;
  }

  async openCardChange(): Promise<string> {
    return v.parse(CardChange, await this.#call('POST', '/api/membership/card')).clientSecret;
  }

  confirmCard = (setupIntent: string) => this.#call('POST', '/api/membership/card/confirm', { setupIntent });

  async brandOnFile(): Promise<string | undefined> {
    return v.parse(CardOnFile, await this.#call('GET', '/api/membership/card')).card?.brand;
  }

  cancel = () => this.#call('POST', '/api/membership/cancel');
  resume = () => this.#call('POST', '/api/membership/resume');

  async readState(): Promise<string> {
    const { tier, state } = v.parse(Membership, await this.#call('GET', '/api/membership'));
    const { payments } = v.parse(PaymentHistory, await this.#call('GET', '/api/payments'));
    const open = v.parse(v.array(Order), await this.#call('GET', '/api/orders'));
    return [
      tier === 'free' ? 'free' : `${tier}, ${state}`,
      ...payments.map(({ status, amount }) => `$${Math.round(amount / 100)} ${status}`),
      ...open.map(({ amount }) => `$${Math.round(amount / 100)} open`),
    ].join('; ');
  }

  async #call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const headers = { ...(this.#token && { Authorization: `Bearer ${this.#token}` }), ...(body && { 'Content-Type': 'application/json' }) };
    const response = await fetch(`${this.#origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  }
}
