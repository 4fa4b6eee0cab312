/** API client for the restore drill. It authenticates with cookies, like a browser, or with a bearer token. */

import type { SignedInUser } from '#schema/accounts/user.ts';
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import type { DrilledProduct } from '#tests/support/database/drilled-product.ts';
import { cardPayment } from '#tests/support/stripe/card-payment.ts';
import { fakeKeys } from '#tests/support/stripe/stripe-fake.ts';

export interface Answer<Body> {
  status: number;
  body: Body;
}

export class DrilledCaller {
  readonly #product: DrilledProduct;
  readonly #headers: Record<string, string>;

  constructor(product: DrilledProduct, headers: Record<string, string> = {}) {
    this.#product = product;
    this.#headers = headers;
  }

  async call<Body = unknown>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    const answer = await fetch(new URL(path, this.#product.origin), {
      method,
      headers: { ...this.#headers, ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  get<Body = unknown>(path: string): Promise<Answer<Body>> {
    return this.call<Body>('GET', path);
  }

  post<Body = unknown>(path: string, body?: object, headers?: Record<string, string>): Promise<Answer<Body>> {
    return this.call<Body>('POST', path, body, headers);
  }

  /** Buys an item as the checkout page does. Returns the order once it is confirmed as paid. */
  async buy(type: 'membership' | 'cache-cards', id: string): Promise<Order> {
    const { clientSecret, order } = (await this.get<PaymentIntentResponse>(`/api/payment-intent/${type}/${id}`)).body;
    const { path, form } = cardPayment(clientSecret ?? '', fakeKeys.publishableKey, '4242424242424242');
    await fetch(new URL(path, this.#product.stripe.url), { method: 'POST', body: new URLSearchParams(form) });
    const confirmedOrder = await this.post<Order>(`/api/orders/${order?.id}/confirm`);
    if (confirmedOrder.body.status !== 'paid') throw new Error(`Not paid: ${JSON.stringify(confirmedOrder.body)}`);
    return confirmedOrder.body;
  }
}

export interface DrilledMember {
  id: number;
  email: string;
  /** Client with the member's session cookie. */
  caller: DrilledCaller;
}

const password = 'trail-mix-7';

async function openSession(product: DrilledProduct, path: string, body: object): Promise<DrilledMember> {
  const answer = await fetch(new URL(path, product.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const user = (await answer.json()) as SignedInUser;
  const Cookie = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return { id: user.id, email: user.email, caller: new DrilledCaller(product, { Cookie }) };
}

export function register(product: DrilledProduct, name: string): Promise<DrilledMember> {
  const email = `${name}@drill.test`;
  return openSession(product, '/api/register', { email, password, confirmPassword: password, firstName: name, acceptedTerms: true });
}

export function signIn(product: DrilledProduct, email: string, loginPassword = password): Promise<DrilledMember> {
  return openSession(product, '/api/login', { email, password: loginPassword });
}

export async function signInAdmin(product: DrilledProduct, email: string, loginPassword: string): Promise<DrilledCaller> {
  const { body } = await new DrilledCaller(product).post<{ token: string }>('/api/admin/login', { email, password: loginPassword });
  return new DrilledCaller(product, { Authorization: `Bearer ${body.token}` });
}

export const leave = (member: DrilledMember) =>
  member.caller.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: password });
