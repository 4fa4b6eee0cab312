/** @module-tag long */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { AdminList, type AdminListProps } from '#web/features/admin/lists/AdminList.tsx';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { storeAdminToken } from '#web/lib/admin-token.ts';

const Member = v.object({ id: v.number(), name: v.string(), role: v.string(), tokens: v.number() });
type Member = v.InferOutput<typeof Member>;
const members: Member[] = [
  { id: 3, name: 'Carla', role: 'premium', tokens: 30 },
  { id: 2, name: 'Bo', role: 'free', tokens: 20 },
  { id: 1, name: 'Åsa', role: 'basic', tokens: 10 },
];
const page = (rows: Member[], total = rows.length, cursor?: string, isMinimum = false) => ({
  json: rows,
  headers: {
    'X-Total-Count': String(total),
    ...(isMinimum && { 'X-Total-Count-Is-Minimum': 'true' }),
    ...(cursor && { Link: `</api/admin/members?cursor=${cursor}>; rel="next"` }),
  },
});

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  history.replaceState(null, '', '/admin/dashboard?tab=members');
  localStorage.clear();
  storeAdminToken('admin-test-token');
  answers = { 'GET /api/admin/members': page(members) };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

function open(props: Partial<AdminListProps<Member>> = {}) {
  return render(
    <PageFrame>
      <AdminList
        name="members"
        label="Members"
        path="/api/admin/members"
        schema={v.array(Member)}
        columns={[
          { id: 'name', header: 'Name', cell: ({ name }) => name, isName: true },
          { id: 'role', header: 'Role', cell: ({ role }) => role },
          {
            id: 'tokens',
            header: 'Tokens',
            cell: ({ tokens }) => tokens,
            sort: 'tokens',
            sortsDescending: true,
            orders: ['Fewest tokens', 'Most tokens'],
            align: 'end',
          },
          { id: 'id', header: 'Number', cell: ({ id }) => id, sort: 'id', isOptional: true },
        ]}
        rowLabel={({ name }) => name}
        searchLabel="Search members"
        filters={[
          { name: 'role', label: 'Role', sorts: ['id'], options: { free: 'Free' } },
          { name: 'verified', label: 'E-mail', options: { no: 'Not verified' } },
        ]}
        defaultSort="-id"
        emptyTitle="No members in the system yet"
        {...props}
      />
    </PageFrame>,
  );
}

const findRange = (text: string) => screen.findByText(text, { selector: '[role="status"]' });
const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
const requestedPaths = () => sent.filter(({ method }) => method === 'GET').map(({ path }) => path);
const query = () => location.search;

describe('a table', () => {
  test('shows the rows and their number', async () => {
    open();
    expect(screen.getByText('Loading…')).toBeTruthy();
    await findRange('1–3 of 3');
    expect(names()).toEqual(['Carla', 'Bo', 'Åsa']);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  test('searches after a pause in typing, keeps the focus and other parameters, and clears with Escape', async () => {
    answers['GET /api/admin/members?q=%C3%A5sa'] = page([members[2] as Member]);
    open();
    await findRange('1–3 of 3');
    const search = screen.getByRole('searchbox', { name: 'Search members' });
    await userEvent.type(search, 'åsa');
    await findRange('1–1 of 1');
    expect(names()).toEqual(['Åsa']);
    expect(document.activeElement).toBe(search);
    expect(query()).toBe('?tab=members&q=%C3%A5sa');
    expect(requestedPaths()).toEqual(['/api/admin/members', '/api/admin/members?q=%C3%A5sa']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(search).toHaveProperty('value', '');
    expect(query()).toBe('?tab=members');
  });

  test('opens a row by a click anywhere on it and by Enter, except on its controls', async () => {
    const opened: string[] = [];
    open({
      onOpen: ({ name }) => opened.push(name),
      rowActions: [{ label: 'Greet', onChoose: () => {} }],
      bulkActions: [{ label: 'Greet all', onChoose: () => {} }],
      columns: [
        { id: 'name', header: 'Name', cell: ({ name }) => name, isName: true },
        { id: 'role', header: 'Role', cell: ({ role }) => <a href="#role">{role}</a> },
        { id: 'tokens', header: 'Tokens', cell: ({ tokens }) => tokens },
      ],
    });
    await findRange('1–3 of 3');
    await userEvent.click(screen.getByText('30'));
    expect(opened).toEqual(['Carla']);
    await userEvent.click(screen.getByRole('link', { name: 'free' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Bo' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Greet' }));
    expect(opened).toEqual(['Carla']);
    const row = screen.getByRole('row', { name: /Åsa/ });
    act(() => row.focus());
    await userEvent.keyboard('{Enter}');
    expect(opened).toEqual(['Carla', 'Åsa']);
    getSelection()?.selectAllChildren(row);
    fireEvent.click(within(row).getByText('10'));
    getSelection()?.removeAllRanges();
    expect(opened).toHaveLength(2);
  });

  test('names a search without matches, and shows everything again', async () => {
    answers['GET /api/admin/members?q=%25_'] = page([]);
    open();
    await userEvent.type(screen.getByRole('searchbox'), '%_{Enter}');
    await screen.findByRole('heading', { name: 'No members found matching "%_"' });
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole list' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  test('shows an empty state', async () => {
    answers['GET /api/admin/members'] = page([]);
    open({ emptyHint: <p>They come with the first registration.</p> });
    await screen.findByRole('heading', { name: 'No members in the system yet' });
    expect(screen.getByText('They come with the first registration.')).toBeTruthy();
  });

  test('explains a failure to load, and tries again', async () => {
    answers['GET /api/admin/members'] = refused('internal');
    open();
    await screen.findByRole('heading', { name: `Error loading members: ${errorMessage('internal')}` });
    answers['GET /api/admin/members'] = page(members);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  test('recovers from an address with unknown parameters', async () => {
    history.replaceState(null, '', '/admin/dashboard?tab=members&sort=shoe-size');
    answers['GET /api/admin/members?sort=shoe-size'] = refused('invalid_input', { fields: { sort: 'Sort by one of id, tokens' } });
    open();
    await screen.findByRole('heading', { name: 'Error loading members: Sort by one of id, tokens' });
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole list' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(query()).toBe('?tab=members');
  });

  test('follows its address', async () => {
    history.replaceState(null, '', '/admin/dashboard?tab=members&q=bo&verified=no&sort=-tokens');
    answers['GET /api/admin/members?q=bo&verified=no&sort=-tokens'] = page([members[1] as Member]);
    open();
    await waitFor(() => expect(names()).toEqual(['Bo']));
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'bo');
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'no');
    expect(screen.getByRole('columnheader', { name: 'Tokens' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('with a prefix has its own parameters', async () => {
    history.replaceState(null, '', '/admin/dashboard?q=other&m-q=bo');
    answers['GET /api/admin/members?q=bo'] = page([members[1] as Member]);
    open({ prefix: 'm-' });
    await waitFor(() => expect(names()).toEqual(['Bo']));
    await userEvent.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(query()).toBe('?q=other'));
  });

  test('reloads when its path changes', async () => {
    open();
    await waitFor(() => expect(names()).toHaveLength(3));
    answers['GET /api/admin/members'] = page([members[0] as Member]);
    await act(() => reloadLists('/api/admin/members'));
    await waitFor(() => expect(names()).toEqual(['Carla']));
  });
});

describe('a table’s order and filter', () => {
  test('a header sorts, numbers descending first, and reverses when pressed again', async () => {
    answers['GET /api/admin/members?sort=-tokens'] = page(members);
    answers['GET /api/admin/members?sort=tokens'] = page(members.toReversed());
    open();
    await waitFor(() => expect(names()).toHaveLength(3));
    await userEvent.click(screen.getByRole('button', { name: 'Tokens' }));
    expect(query()).toBe('?tab=members&sort=-tokens');
    await userEvent.click(screen.getByRole('button', { name: 'Tokens' }));
    await waitFor(() => expect(names()).toEqual(['Åsa', 'Bo', 'Carla']));
    expect(screen.getByRole('columnheader', { name: 'Tokens' }).getAttribute('aria-sort')).toBe('ascending');
  });

  test('on phones each order has a label of its column, its first direction first', async () => {
    answers['GET /api/admin/members?sort=tokens'] = page(members.toReversed());
    open();
    const orders = await screen.findByLabelText('Sort by');
    const words = within(orders).getAllByRole('option', { hidden: true });
    expect(words.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Most tokens', 'Fewest tokens', 'Number, ascending']),
    );
    expect(words.findIndex(({ textContent }) => textContent === 'Most tokens')).toBeLessThan(
      words.findIndex(({ textContent }) => textContent === 'Fewest tokens'),
    );
    await userEvent.selectOptions(orders, 'Fewest tokens');
    await waitFor(() => expect(query()).toBe('?tab=members&sort=tokens'));
  });

  test('a search accepts 500 characters of any script, and no more', async () => {
    open();
    const search = await screen.findByRole<HTMLInputElement>('searchbox');
    fireEvent.change(search, { target: { value: '🧭'.repeat(501) } });
    expect(search.value).toBe('🧭'.repeat(500));
  });

  test('filters add up, drop an order that they do not support, and are cleared at once', { tags: 'long' }, async () => {
    answers['GET /api/admin/members?sort=-tokens'] = page(members);
    answers['GET /api/admin/members?verified=no&sort=-tokens'] = page(members);
    answers['GET /api/admin/members?role=free&verified=no'] = page([members[1] as Member]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Tokens' }));
    await userEvent.selectOptions(screen.getByLabelText('E-mail'), 'Not verified');
    expect(query()).toBe('?tab=members&verified=no&sort=-tokens');
    screen.getByRole('button', { name: 'Filters (1)' });
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Free');
    expect(query()).toBe('?tab=members&verified=no&role=free');
    await waitFor(() => expect(names()).toEqual(['Bo']));
    const header = screen.getByRole('button', { name: 'Tokens' });
    expect(header.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(header);
    expect(query()).toBe('?tab=members&verified=no&role=free');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(query()).toBe('?tab=members');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  test('a date range applies once its year is typed, with the orders that support it', async () => {
    answers['GET /api/admin/members?from=2026-03-01'] = page(members.slice(0, 2));
    answers['GET /api/admin/members?from=2026-03-01&to=2026-03-31'] = page(members.slice(0, 1));
    answers['GET /api/admin/members?to=2026-03-31'] = page(members);
    open({ daySorts: ['id'] });
    await waitFor(() => expect(names()).toHaveLength(3));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '0202-03-01' } });
    expect(query()).toBe('?tab=members');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
    await waitFor(() => expect(names()).toEqual(['Carla', 'Bo']));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-31' } });
    await waitFor(() => expect(names()).toEqual(['Carla']));
    screen.getByRole('button', { name: 'Filters (1)' });
    expect(screen.getByRole('button', { name: 'Tokens' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } });
    await waitFor(() => expect(query()).toBe('?tab=members&to=2026-03-31'));
  });

  test('a scan with few matches states how far it got, and can be continued', async () => {
    const partialPage = (rows: Member[], cursor: string) => {
      const { json, headers } = page(rows, rows.length, cursor, true);
      return { json, headers: { ...headers, 'X-Looked-Through': '10000' } };
    };
    history.replaceState(null, '', '/admin/dashboard?role=free&verified=no');
    answers['GET /api/admin/members?role=free&verified=no'] = partialPage([], 'two');
    answers['GET /api/admin/members?role=free&verified=no&cursor=two'] = partialPage([members[1] as Member], 'three');
    open();
    await screen.findByRole('heading', { name: 'No matches in the first 10,000 rows' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep searching' }));
    await findRange('1 found in 10,000 rows. The next page searches further.');
    expect(names()).toEqual(['Bo']);
  });
});

describe('a table’s pages', () => {
  const ten = (from: number) =>
    Array.from({ length: 50 }, (_, index) => ({ id: from + index, name: `N${from + index}`, role: '', tokens: 0 }));

  test('go forward, back, and back by the browser', async () => {
    answers['GET /api/admin/members'] = page(ten(1), 104, 'two');
    answers['GET /api/admin/members?cursor=two'] = page(ten(51), 104, 'three');
    answers['GET /api/admin/members?cursor=three'] = page(ten(101).slice(0, 4), 104);
    open();
    await findRange('1–50 of 104');
    expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await findRange('51–100 of 104');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await findRange('101–104 of 104');
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await findRange('51–100 of 104');
    act(() => history.back());
    await findRange('101–104 of 104');
    act(() => history.go(-2));
    await findRange('1–50 of 104');
  });

  test('start over with a search', { tags: 'long' }, async () => {
    answers['GET /api/admin/members'] = page(ten(1), 104, 'two');
    answers['GET /api/admin/members?cursor=two'] = page(ten(51), 104);
    answers['GET /api/admin/members?q=N1'] = page(ten(1), 200, 'x', true);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await userEvent.type(screen.getByRole('searchbox'), 'N1');
    await findRange('1–50 of more than 200');
    expect(query()).toBe('?tab=members&q=N1');
  });

  test('opened by a link offer the way to the first page only', async () => {
    history.replaceState(null, '', '/admin/dashboard?cursor=two');
    answers['GET /api/admin/members?cursor=two'] = page(ten(51), 104);
    open();
    await findRange('50 of 104');
    await userEvent.click(screen.getByRole('button', { name: 'First page' }));
    await findRange('1–3 of 3');
  });
});

describe('a table’s columns', () => {
  test('can be chosen, except the name, and are remembered', async () => {
    const { unmount } = open();
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const list = screen.getByRole('group', { name: 'Columns to show' });
    expect(within(list).queryByLabelText('Name')).toBeNull();
    await userEvent.click(within(list).getByLabelText('Number'));
    await userEvent.click(within(list).getByLabelText('Role'));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }));
    unmount();
    open();
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Tokens', 'Number']);
  });

  test('are fewer on a narrow screen, until the user asks for all', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
    open({
      columns: [
        { id: 'name', header: 'Name', cell: ({ name }) => name, isName: true },
        { id: 'role', header: 'Role', cell: ({ role }) => role, isForWideScreens: true },
      ],
    });
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.queryByRole('columnheader', { name: 'Role' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Columns to show' })).getByLabelText('Role'));
    expect(screen.getByRole('columnheader', { name: 'Role' })).toBeTruthy();
  });
});

describe('a table’s row', () => {
  const onChoose = vi.fn();
  const rowActions = [
    { label: 'View Details', onChoose },
    { label: 'Add Tokens', onChoose: vi.fn() },
    { label: 'Edit User', isShown: ({ role }: Member) => role !== 'free', onChoose: vi.fn() },
    { label: 'View QR Code', href: ({ id }: Member) => `/api/qr/${id}` },
  ];

  test('has a menu that works by keyboard', async () => {
    open({ rowActions });
    const button = await screen.findByRole('button', { name: 'Actions for Carla' });
    act(() => button.focus());
    await userEvent.keyboard('{ArrowDown}');
    const item = (name: RegExp | string) => screen.getByRole('menuitem', { name });
    expect(document.activeElement).toBe(item('View Details'));
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(item(/View QR Code/));
    await userEvent.keyboard('{Home}e');
    expect(document.activeElement).toBe(item('Edit User'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}{Enter}');
    expect(onChoose).toHaveBeenCalledWith(members[0]);
    expect(document.activeElement).toBe(button);
  });

  test('offers the matching actions, and links in a new tab; only one menu is open at a time', async () => {
    open({ rowActions });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Carla' }));
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Bo' }));
    const menu = screen.getByRole('menu', { name: 'Actions for Bo' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.firstChild?.textContent),
    ).toEqual(['View Details', 'Add Tokens', 'View QR Code']);
    const link = within(menu).getByRole('menuitem', { name: /View QR Code/ });
    expect(link.getAttribute('href')).toBe('/api/qr/2');
    expect(link.getAttribute('target')).toBe('_blank');
    await userEvent.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('several rows of a table', () => {
  test('can be selected where allowed, acted on together, and deselected', async () => {
    const pay = vi.fn();
    open({ bulkActions: [{ label: 'Mark as paid', onChoose: pay }], isSelectable: ({ role }) => role !== 'free' });
    await userEvent.click(await screen.findByLabelText('Select Åsa'));
    expect(screen.queryByLabelText('Select Bo')).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getByLabelText('Select all on this page')).toHaveProperty('indeterminate', true);
    await userEvent.click(screen.getByLabelText('Select all on this page'));
    await screen.findByText('2 selected');
    await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }));
    expect(pay.mock.calls[0]?.[0].map(({ name }: Member) => name)).toEqual(['Carla', 'Åsa']);
    act(() => pay.mock.calls[0]?.[1]());
    await screen.findByRole('searchbox');
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  test('can be selected as a range with the shift key', async () => {
    open({ bulkActions: [{ label: 'Mark as paid', onChoose: vi.fn() }] });
    await userEvent.click(await screen.findByLabelText('Select Carla'));
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByLabelText('Select Åsa'));
    await user.keyboard('{/Shift}');
    await screen.findByText('3 selected');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.click(screen.getByLabelText('Select Bo'));
    await user.click(screen.getByRole('button', { name: 'Select all 3 on this page' }));
    await screen.findByText('3 selected');
  });

  test('can be selected across pages, and single ones deselected again', async () => {
    const choose = vi.fn();
    answers['GET /api/admin/members'] = page(members.slice(0, 2), 3, 'two');
    answers['GET /api/admin/members?limit=200'] = page(members.slice(0, 2), 3, 'two');
    answers['GET /api/admin/members?limit=200&cursor=two'] = page(members.slice(2), 3);
    open({ bulkActions: [{ label: 'Greet', onChoose: choose }], selectsAllPages: true });
    await userEvent.click(await screen.findByLabelText('Select all on this page'));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 3 matches' }));
    await screen.findByText('3 selected');
    await userEvent.click(screen.getByLabelText('Select Bo'));
    await userEvent.click(screen.getByRole('button', { name: 'Greet' }));
    expect(choose.mock.calls[0]?.[0].map(({ name }: Member) => name)).toEqual(['Carla', 'Åsa']);
  });

  test('are deselected when they are no longer shown', async () => {
    answers['GET /api/admin/members?sort=-tokens'] = page(members);
    open({ bulkActions: [{ label: 'Mark as paid', onChoose: vi.fn() }] });
    await userEvent.click(await screen.findByLabelText('Select Bo'));
    await screen.findByText('1 selected');
    answers['GET /api/admin/members'] = page([members[0] as Member]);
    await act(() => reloadLists('/api/admin/members'));
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  });
});

describe('a table’s export', () => {
  test('downloads the result of search and filter by a signed link', async () => {
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      clicked.push(this.getAttribute('href') ?? '');
    });
    history.replaceState(null, '', '/admin/dashboard?tab=members&q=bo&cursor=x&sort=tokens');
    answers['POST /api/admin/download-links'] = { json: { url: '/api/admin/members/export.csv?signature=s' } };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(clicked).toEqual(['/api/admin/members/export.csv?signature=s']));
    expect(sent.at(-1)?.body).toEqual({ path: '/api/admin/members/export.csv?q=bo&sort=tokens' });
    vi.restoreAllMocks();
  });

  test('reports a failure', async () => {
    answers['POST /api/admin/download-links'] = refused('admin_not_signed_in');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await screen.findByText('Export failed');
    expect(screen.getByText(errorMessage('admin_not_signed_in'))).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy();
  });
});
