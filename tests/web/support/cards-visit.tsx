import { render } from '@testing-library/react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { CardsPage } from '#web/pages/cards/CardsPage.tsx';

export async function visitCards(searchPath = '', user: Partial<User> = {}) {
  await signInAs(user);
  const { hook, searchHook } = memoryLocation({ path: '/dashboard/cache-cards', searchPath });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <PageFrame>
        <CardsPage />
      </PageFrame>
    </Router>,
  );
}
