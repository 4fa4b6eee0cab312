/** The notice on the Account page when emails to the member have bounced. Product rules: Claims, printing, email and messages. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { BouncedEmail } from '#web/features/accounts/account/BouncedEmail.tsx';

const send = 'POST /api/verify-email/send';

test('a member whose emails bounced sees when, and can confirm that the address works', async () => {
  const sent = fakeServer({
    'GET /api/user/bounce': { json: { bounce: { reason: 'bounced', at: '2026-11-20T10:00:00.000Z' } } },
    [send]: { json: { message: 'We’ve sent the email again.' } },
  });
  render(<BouncedEmail user={member} />);
  expect(await screen.findByText(/bounced on .*20.*, so we stopped sending them/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'confirm that it works' }));
  expect(await screen.findByText(/Open the link we sent you/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'contact us' })).toBeTruthy();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(send);
});

test('after a complaint, the member learns that security emails still arrive; an unverified address can be corrected', async () => {
  const server = (reason: string) =>
    fakeServer({ 'GET /api/user/bounce': { json: { bounce: { reason, at: '2026-11-20T10:00:00.000Z' } } } });
  server('complained');
  const { unmount } = render(<BouncedEmail user={member} />);
  expect(await screen.findByText(/marked as spam on .*, so we now only send those about your account’s security/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  unmount();
  server('bounced');
  render(<BouncedEmail user={{ ...member, emailVerified: false }} />);
  expect(await screen.findByText(/Correct the address below, or/)).toBeTruthy();
});
