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
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(send);
});
