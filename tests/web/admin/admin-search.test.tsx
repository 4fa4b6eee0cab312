/** The global search: opening and using it by keyboard, and its links to records. */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SearchResult } from '#schema/admin/search.ts';
import { errorMessage } from '#schema/errors.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { AdminPage } from '#web/features/admin/frame/AdminPage.tsx';

const found = (kind: SearchResult['kind'], id: string, more: Partial<SearchResult> = {}): SearchResult => ({
  kind,
  id,
  by: 'number',
  name: null,
  email: 'maud@quince.test',
  state: null,
  ...more,
});

let sent: SentRequest[];
beforeEach(async () => {
  history.replaceState(null, '', '/admin/account');
  localStorage.clear();
  await signInAsAdmin({});
  sent = fakeServer({
    'GET /api/admin/search?q=4&in=ids': {
      json: [
        found('order', '4', { name: 'membership', state: 'paid' }),
        found('member', '4', { name: 'Maud Quince', state: 'premium' }),
        found('card', 'TC-0000004', { by: 'card_id', email: null, name: 'Old mill' }),
      ],
    },
    'GET /api/admin/search?q=maud&in=ids': { json: [found('member', '31', { by: 'name', name: 'Maud Quince' })] },
    'GET /api/admin/search?q=maud&in=texts': {
      json: [
        found('member', '31', { by: 'name', name: 'Maud Quince' }),
        found('card', 'TC-0000031', { by: 'text', email: null, name: 'Maud’s rock' }),
      ],
    },
    'GET /api/admin/search?q=flooded&in=ids': { json: [] },
    'GET /api/admin/search?q=flooded&in=texts': { json: [found('message', '7', { by: 'text', name: 'Ann' })] },
    'GET /api/admin/search?q=boom&in=ids': refused('internal'),
  });
  render(
    <PageFrame>
      <AdminPage title="My Account">
        <input aria-label="A field" />
      </AdminPage>
    </PageFrame>,
  );
});
afterEach(() => vi.unstubAllGlobals());

const box = () => screen.findByRole('combobox', { name: 'Name, email, phone, number, ID or reference' });
const active = () => screen.getByRole('option', { selected: true }).textContent;
const shownAt = () => location.pathname + location.search;

// Comes first, because the dialog's code is loaded only once.
test('the search keeps what is typed before its dialog has loaded', async () => {
  await userEvent.keyboard('/maudi{Backspace}');
  expect(((await box()) as HTMLInputElement).value).toBe('maud');
});

test('the search opens with slash, but not while typing, and with Ctrl-K even then; Escape closes it', async () => {
  const field = screen.getByRole('textbox', { name: 'A field' });
  await userEvent.type(field, '1/2');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(await box()).toBe(document.activeElement);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  field.blur();
  await userEvent.keyboard('/');
  expect(((await box()) as HTMLInputElement).value).toBe('');
});

test('the search chooses among its results with arrow keys, and opens one with Enter', async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Search/ }));
  await userEvent.type(await box(), '4');
  await screen.findByText('3 matches.');
  expect(active()).toBe('Order 4: membershipmaud@quince.test, paid');
  await userEvent.keyboard('{ArrowDown}');
  expect((await box()).getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  expect(active()).toContain('Member 4: Maud Quince');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toContain('Card TC-0000004: Old mill');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(shownAt()).toBe('/admin/dashboard?tab=users&user=4');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the search opens the first result when Enter comes before the answer', async () => {
  await userEvent.keyboard('/');
  await userEvent.type(await box(), '4{Enter}');
  await waitFor(() => expect(shownAt()).toBe('/admin/dashboard?tab=orders&order=4'));
});

test('one Enter opens a member by name, and a message that contains the text', async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await box(), 'maud{Enter}');
  await waitFor(() => expect(shownAt()).toBe('/admin/dashboard?tab=users&user=31'));
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await box(), 'flooded{Enter}');
  await waitFor(() => expect(shownAt()).toBe('/admin/dashboard?tab=messages&message=7'));
});

test('the search covers texts on request, and links to the lists', async () => {
  await userEvent.keyboard('/');
  await userEvent.type(await box(), 'maud');
  await screen.findByText('1 match.');
  await userEvent.click(screen.getByRole('option', { name: 'Search places and messages for “maud”' }));
  await screen.findByText('2 matches.');
  const list = within(screen.getByRole('listbox'));
  expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Member 31: Maud Quincemaud@quince.test',
    'Card TC-0000031: Maud’s rockin the text',
    'Search Users for “maud”',
    'Search Cache Cards for “maud”',
    'Search Orders for “maud”',
    'Search Messages for “maud”',
  ]);
  await userEvent.click(list.getByText(/^Search Orders/));
  expect(shownAt()).toBe('/admin/dashboard?tab=orders&q=maud');
});

test('the search stores nothing, and reports a failure', async () => {
  await userEvent.keyboard('/');
  await userEvent.type(await box(), 'boom');
  await screen.findByText(`The search failed: ${errorMessage('internal')}`);
  expect(Object.values(localStorage).join() + Object.values(sessionStorage).join()).not.toContain('boom');
  expect(sent.filter(({ path }) => path.startsWith('/api/admin/search'))).toHaveLength(1);
});
