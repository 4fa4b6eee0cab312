import { render, screen, within } from '@testing-library/react';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import type { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { OrdersTab } from '#web/features/orders/admin/OrdersTab.tsx';
import { TestCardApiPage } from '#web/pages/admin/test-card-api/TestCardApiPage.tsx';

/** Opens the Test Card API page; returns its form. */
export async function visitTestCardApi(role: 'admin' | 'super_admin' = 'super_admin') {
  history.replaceState(null, '', '/admin/test-card-api');
  await signInAsAdmin({ role });
  render(
    <PageFrame>
      <TestCardApiPage />
    </PageFrame>,
  );
  return within(await screen.findByRole('form', { name: 'Test card order' }));
}

/** Opens a member's order on the Orders tab; returns its dialog. */
export async function visitOrder(answers: Parameters<typeof fakeServer>[0], order: AdminOrderPage) {
  history.replaceState(null, '', '/admin/dashboard?tab=orders&order=9');
  answers['GET /api/admin/orders/9'] = { json: order };
  await signInAsAdmin({ role: 'super_admin' });
  render(
    <PageFrame>
      <OrdersTab />
    </PageFrame>,
  );
  return within(await screen.findByRole('dialog', { name: 'Order 9' }));
}
