/** Names in the order of the reader's language. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { RegisterForm } from '#web/features/accounts/sign-in/RegisterForm.tsx';
import { startPrerendering } from '#web/lib/words/words.ts';
import { ContactPage } from '#web/pages/contact/ContactPage.tsx';
import { AccountTab } from '#web/pages/dashboard/AccountTab.tsx';

afterEach(() => {
  startPrerendering('en', {}, {});
  vi.unstubAllGlobals();
});

const reader = { ...member, firstName: '太郎', lastName: '山田' };
const listNameFields = () => screen.getAllByLabelText(/^(First|Last) name$/).map((input) => input.getAttribute('name'));

test.each([
  ['en', ['firstName', 'lastName'], '太郎 山田'],
  ['ja', ['lastName', 'firstName'], '山田 太郎'],
])('in %s, forms have %o', (language, fields, fullName) => {
  fakeServer({ 'GET /api/user': { json: reader } });
  startPrerendering(language, {}, {});
  render(
    <PageFrame>
      <RegisterForm invitation={null} onRefuseInvitation={() => undefined} tab="register" openedFrom={null} />
    </PageFrame>,
  );
  expect(listNameFields()).toEqual(fields);
  cleanup();

  render(
    <PageFrame>
      <AccountTab user={reader} />
    </PageFrame>,
  );
  expect(listNameFields()).toEqual(fields);
  cleanup();

  signInAs(null);
  act(() => setUser(reader));
  render(
    <PageFrame>
      <ContactPage />
    </PageFrame>,
  );
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe(fullName);
});
