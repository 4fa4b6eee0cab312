import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { storeDraft } from '#web/lib/drafts.ts';
import { ContactPage } from '#web/pages/contact/ContactPage.tsx';

const call = 'POST /api/contact';
const arrived = { status: 201, json: { message: 'Message sent. We’ll reply by email.' } };

beforeEach(() => signInAs(null));
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function visit(answers: Parameters<typeof fakeServer>[0] = { [call]: arrived }) {
  const sent = fakeServer(answers);
  render(
    <PageFrame>
      <ContactPage />
    </PageFrame>,
  );
  return sent;
}

const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));

async function fill(email = 'gus@strangers.test') {
  await userEvent.type(input('Name'), 'Gus Geocacher');
  await userEvent.type(input('Email'), email);
  await userEvent.type(input('Message'), 'I found a card without a code.');
}

const readFields = () => [input('Name').value, input('Email').value, input('Message').value];

describe('a contact message', () => {
  test('is sent, confirmed with the address for the answer, and makes room for another one', async () => {
    const sent = visit();
    await fill();
    await send();
    expect(await screen.findByRole('heading', { name: 'Message Sent' })).toBe(document.activeElement);
    expect(screen.getByText('gus@strangers.test')).toBeTruthy();
    expect(sent).toMatchObject([
      { body: { name: 'Gus Geocacher', email: 'gus@strangers.test', message: 'I found a card without a code.' } },
    ]);

    await userEvent.click(screen.getByRole('button', { name: 'Send Another Message' }));
    expect(readFields()).toEqual(['', '', '']);
    expect(document.activeElement).toBe(input('Name'));
  });

  test('is sent once, however often the button is pressed', async () => {
    const sent = visit({ [call]: new Promise<never>(() => undefined) });
    await fill();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Send Message' }));
    expect((await screen.findByRole('button', { name: 'Sending…' })).getAttribute('aria-busy')).toBe('true');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });

  test('of a member starts with their name, unless they typed another, and goes out with the account’s address', async () => {
    const sent = visit();
    await userEvent.type(input('Email'), 'work@fay.test');
    await userEvent.type(input('Message'), 'Hello');
    act(() => setUser({ ...member, firstName: 'Fay', lastName: 'Finder' }));
    expect(readFields()).toEqual(['Fay Finder', member.email, 'Hello']);
    expect(input('Email').readOnly).toBe(true);
    await send();
    expect(await screen.findByText(member.email)).toBeTruthy();
    expect(sent).toMatchObject([{ body: { name: 'Fay Finder', email: member.email, message: 'Hello' } }]);
  });

  test('of a member does not get an address that an earlier draft has', async () => {
    await signInAs(member);
    storeDraft('contact', { name: 'Fay', email: 'work@fay.test', message: 'Hello' });
    visit();
    expect(readFields()).toEqual(['Fay', member.email, 'Hello']);
  });
});

describe('an invalid contact message', () => {
  test('is reported at its input, and not sent', async () => {
    const sent = visit();
    await send();
    expect(await screen.findByText('Please enter your name')).toBeTruthy();
    for (const message of ['Please enter a valid email address', 'Please write a message']) expect(screen.getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(input('Name'));
    expect(input('Message').getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);

    await fill('gus');
    await send();
    await vi.waitFor(() => expect(screen.queryByText('Please enter your name')).toBeNull());
    expect(document.activeElement).toBe(input('Email'));
    expect(sent).toEqual([]);
  });

  test('is reported at its input even if only the server finds it', async () => {
    const fields = { message: 'This contains invisible characters. Please remove them.' };
    visit({ [call]: refused('invalid_input', { fields }) });
    await fill();
    await send();
    expect(await screen.findByText(fields.message)).toBeTruthy();
    expect(document.activeElement).toBe(input('Message'));
  });
});

describe('a failure to send a message keeps the input and advises what to do:', () => {
  const limitRefusal = (retryAfterSeconds: number) => refused('too_many_messages', { retryAfterSeconds });
  const limitText = (retryAfterSeconds: number) => new RegExp(`^${errorMessage('too_many_messages', {}, retryAfterSeconds)}$`);

  test.each<[string, Parameters<typeof fakeServer>[0][string], RegExp]>([
    ['the limit, in minutes', limitRefusal(3_000), limitText(3_000)],
    ['the limit, in hours', limitRefusal(69_000), limitText(69_000)],
    ['no network', new TypeError('Failed to fetch'), /^No connection\. Check your network/],
    ['a server error', { status: 502, text: '<h1>Bad gateway</h1>' }, /still here, so please try again/],
  ])('%s', async (_, answer, words) => {
    visit({ [call]: answer });
    await fill();
    await send();
    const alert = (await screen.findByText('Couldn’t send your message')).closest('[role="alert"]');
    expect(alert?.querySelector('.alert-text > div')?.textContent).toMatch(words);
    expect(readFields()).toEqual(['Gus Geocacher', 'gus@strangers.test', 'I found a card without a code.']);
    expect(screen.getByRole('button', { name: 'Send Message' })).toBeTruthy();
  });
});

test('without JavaScript there is an address to write to, and the form submits nowhere', () => {
  visit();
  const mail = screen.getAllByRole('link', { name: /@/ }).map((link) => link.getAttribute('href'));
  expect(mail.every((href) => href?.startsWith('mailto:'))).toBe(true);
  expect(mail.length).toBeGreaterThan(0);
  expect(screen.getByRole('form', { name: 'Contact' }).getAttribute('method')).toBe('dialog');
});
