import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { storeAdminToken } from '#web/lib/admin-token.ts';

export function visit(Tab: () => React.ReactNode, path = '/admin/dashboard') {
  storeAdminToken('admin-test-token');
  const { hook, searchHook } = memoryLocation({ path });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <PageFrame>
        <Tab />
      </PageFrame>
    </Router>,
  );
}

/** Chooses an action from the menu of the table's only row. */
export async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: /Actions for/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}
