import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import type { Conversation } from '#schema/messages/contact.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { AccountPage } from '#web/pages/account/AccountPage.tsx';

const list = 'GET /api/messages?limit=10';
const conversation: Conversation = {
  id: 31,
  message: 'The lid is broken.\n<b>Help</b>',
  createdAt: '2026-11-20T12:00:00.000Z',
  state: 'waiting',
  replies: [
    { id: 1, kind: 'answer', text: 'A new one comes.', createdAt: '2026-11-21T12:00:00.000Z' },
    { id: 2, kind: 'mail', text: 'By mail: thanks', createdAt: '2026-11-22T12:00:00.000Z' },
  ],
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = { 'GET /api/user': { json: member }, [list]: { json: { conversations: [conversation], nextCursor: null } } };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  window.history.replaceState(null, '', '/account?tab=messages');
  await signInAs({});
  render(
    <PageFrame>
      <AccountPage />
    </PageFrame>,
  );
  await screen.findByRole('heading', { name: 'My Account' });
}

test('a conversation can be read and continued; a refusal keeps the input', async () => {
  answers['POST /api/messages/31/replies'] = refused('too_many_messages');
  await open();
  const thread = within(await screen.findByRole('list', { name: 'Message 31' }));
  expect(thread.getAllByRole('listitem').map((entry) => within(entry).getAllByText(/./)[0]?.textContent)).toHaveLength(3);
  expect(thread.getByText('Cache Cards')).toBeTruthy();
  expect(thread.getByText('You, by email')).toBeTruthy();
  expect(thread.getByText(/<b>Help<\/b>/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reply to message 31' }));
  await userEvent.type(screen.getByLabelText('Your message'), 'It has arrived.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(errorMessage('too_many_messages'))).toBeTruthy();
  answers['POST /api/messages/31/replies'] = { status: 201, json: { ...conversation, state: 'open' } };
  answers[list] = { json: { conversations: [{ ...conversation, state: 'open' }], nextCursor: null } };
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Waiting for our reply')).toBeTruthy();
  const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies).toEqual([{ text: 'It has arrived.' }, { text: 'It has arrived.' }]);
  expect(screen.queryByLabelText('Your message')).toBeNull();
});

test('a member without messages is led to the contact page', async () => {
  answers[list] = { json: { conversations: [], nextCursor: null } };
  await open();
  expect(await screen.findByText('No messages yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact');
});
