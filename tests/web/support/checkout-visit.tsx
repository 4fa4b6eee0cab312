import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import { routes } from '#schema/routes.ts';
import { cardOrder, membershipOrder, payable } from '#tests/web/support/fake-orders.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { CheckoutPage } from '#web/pages/checkout/CheckoutPage.tsx';

export type Answers = Parameters<typeof fakeServer>[0];

export function checkoutServer(): { answers: Answers; calls: (call: string) => SentRequest[] } {
  const answers: Answers = {
    'GET /api/config': { json: site },
    'GET /api/payment-intent/membership/basic': { json: payable(membershipOrder) },
    'GET /api/payment-intent/cache-cards/2': { json: payable(cardOrder) },
    'GET /api/orders/41': { json: membershipOrder },
    'GET /api/orders/42': { json: cardOrder },
    'POST /api/orders/41/confirm': { json: membershipOrder },
    'POST /api/orders/42/confirm': { json: cardOrder },
  };
  const sent = fakeServer(answers);
  return { answers, calls: (call) => sent.filter(({ method, path }) => `${method} ${path}` === call) };
}

export async function visitCheckout(answers: Answers, path: string, user: Partial<User> = {}) {
  await signInAs(user);
  answers['GET /api/user'] = { json: { ...member, ...user } };
  const [pathname = '', search = ''] = path.split('?');
  const location = memoryLocation({ path: pathname, searchPath: search, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <PageFrame>
        <Route path={routes.checkout.path} component={CheckoutPage} />
      </PageFrame>
    </Router>,
  );
  return location;
}

export const cardForm = () => screen.findByRole('form', { name: 'Card payment' });
export const payButton = () => screen.getByRole('button', { name: /^Pay \$/ });

export async function typeCard(number = '4242424242424242') {
  await cardForm();
  await userEvent.type(screen.getByLabelText('Card number'), number);
  await userEvent.type(screen.getByLabelText('Expiry'), '1240');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
}

export async function pay(number?: string) {
  await typeCard(number);
  await userEvent.click(payButton());
}
