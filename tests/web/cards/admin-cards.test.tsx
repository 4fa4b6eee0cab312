import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { choose, visit } from '#tests/web/support/admin-tab.tsx';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { CardsTab } from '#web/features/cards/admin/CardsTab.tsx';

const instant = '2026-11-20T12:00:00.000Z';
const card = {
  id: 3,
  cardId: 'TC-0000003',
  status: 'active',
  location: 'Old mill',
  totalScans: 1204,
  createdAt: instant,
  userInfo: { id: 7, email: 'fay@demo.test' },
  isTest: false,
  version: 4,
};
const details = {
  card: {
    ...card,
    description: 'Behind the third stone',
    latitude: null,
    longitude: null,
    placedDate: null,
    placementAt: null,
    placementConfirmedAt: null,
    tokensEarned: 12,
  },
  order: null,
  printOrder: null,
  finds: [],
  reports: [],
  claims: [],
  changes: [],
};
const finder = { id: 9, email: 'ruby@demo.test' };
const found = {
  finder,
  scanDate: instant,
  kind: 'rewarded',
  tokensEarned: 1,
  source: 'camera',
  codeWasRight: false,
  log: 'A fine view',
  takenBackBy: null,
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  answers = {
    'GET /api/admin/cards': { json: [card] },
    'GET /api/admin/cards/TC-0000003': { json: details },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const sentTo = (method: string, path: string) => sent.filter((one) => one.method === method && one.path === path).map(({ body }) => body);

describe('the Cache Cards tab', () => {
  test('shows a card with its owner, and marks a missing owner or place', async () => {
    const { userInfo, ...ownerless } = card;
    answers['GET /api/admin/cards'] = { json: [card, { ...ownerless, id: 4, cardId: 'TC-0000004', location: null, status: 'ordered' }] };
    visit(CardsTab);
    const first = (await screen.findByText('TC-0000003')).closest('tr');
    expect(first?.textContent).toContain('fay@demo.test ID\u00a07');
    expect(first?.textContent).toContain('1,204');
    expect(within(first as HTMLElement).getByText('Active').className).toContain('status-default');
    const second = screen.getByText('TC-0000004').closest('tr');
    expect(second?.textContent).toContain('No owner');
    expect(second?.textContent).toContain('Not placed');
    expect(within(second as HTMLElement).getByText('Ordered').className).toContain('status-secondary');
  });

  test('reports an empty list, and an error with its reason', async () => {
    answers['GET /api/admin/cards'] = { json: [] };
    visit(CardsTab);
    expect(await screen.findByText('No cache cards in the system yet')).toBeTruthy();
  });

  test('shows why the list could not be loaded', async () => {
    answers['GET /api/admin/cards'] = refused('internal');
    visit(CardsTab);
    expect(await screen.findByText(`Error loading cards: ${errorMessage('internal')}`)).toBeTruthy();
  });

  test('shows the status code of a rejection without text', async () => {
    answers['GET /api/admin/cards'] = { status: 503, statusText: 'Service Unavailable', text: '' };
    visit(CardsTab);
    expect(await screen.findByText('Error loading cards: Error fetching cards: Service Unavailable')).toBeTruthy();
  });

  test('opens a QR code in a new tab, except for a disabled card', async () => {
    visit(CardsTab);
    await userEvent.click(await screen.findByRole('button', { name: /Actions for/ }));
    const link = await screen.findByRole('menuitem', { name: /^View QR Code/ });
    expect(link.getAttribute('href')).toBe('/api/qr/TC-0000003');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('shows the details of the card in the address', async () => {
    answers['GET /api/admin/cards/TC-0000003'] = {
      json: {
        ...details,
        finds: [
          { ...found, id: 1 },
          { ...found, id: 2, takenBackBy: { decisionId: 7, review: { id: 5, number: 'VC-7K2M-9QXA' } } },
        ],
        changes: [
          {
            id: 2,
            action: 'card.status',
            admin: 'ada@demo.test',
            before: { status: 'missing' },
            after: { status: 'active' },
            reason: 'Found',
            createdAt: instant,
          },
        ],
      },
    };
    visit(CardsTab, '/admin/dashboard?card=TC-0000003');
    const dialog = within(await screen.findByRole('dialog', { name: 'Card TC-0000003' }));
    expect((await dialog.findAllByRole('link', { name: 'ruby@demo.test' }))[0]?.getAttribute('href')).toBe(
      '/admin/dashboard?tab=users&user=9',
    );
    expect(dialog.getByText('1 token, by camera, without the card’s code')).toBeTruthy();
    expect(dialog.getByText(/^1 token, by camera, without the card’s code\. Taken back by decision 7/)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'VC-7K2M-9QXA' }).getAttribute('href')).toBe('/admin/dashboard?tab=reviews&review=5');
    expect(dialog.getByText('Changed the status: status from “missing” to “active”. Reason: Found')).toBeTruthy();
    expect(dialog.getByText('No claims.')).toBeTruthy();
  });

  test('sends a status change with version and reason; each status explains its consequences', async () => {
    answers['POST /api/admin/cards/TC-0000003/status'] = { json: { ...card, status: 'disabled', version: 5 } };
    visit(CardsTab);
    await choose('Change Status');
    const dialog = within(await screen.findByRole('dialog', { name: 'Status of TC-0000003' }));
    const button = await dialog.findByRole('button', { name: 'Change status' });
    expect(button.getAttribute('aria-disabled') ?? button.hasAttribute('disabled')).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: /^Disabled.*Can’t be scanned/ }));
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'Lost at sea');
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo('POST', '/api/admin/cards/TC-0000003/status')).toEqual([{ version: 4, status: 'disabled', reason: 'Lost at sea' }]);
    expect(screen.getByText('TC-0000003 is now disabled.')).toBeTruthy();
  });

  test('reports what is wrong with an edit at its field, and keeps the input', async () => {
    answers['PUT /api/admin/cards/TC-0000003'] = refused('invalid_input', {
      fields: { ownerEmail: 'No member has this email address' },
    });
    await signInAsAdmin({ role: 'super_admin' });
    visit(CardsTab);
    await choose('Edit Card');
    const form = within(await screen.findByRole('form', { name: 'Edit card' }));
    await userEvent.clear(form.getByLabelText(/^Owner’s email/));
    await userEvent.type(form.getByLabelText(/^Owner’s email/), 'nobody@demo.test');
    await userEvent.type(form.getByLabelText(/^Latitude/), '35,5');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Enter both latitude and longitude, or neither')).toBeTruthy();
    expect(sentTo('PUT', '/api/admin/cards/TC-0000003')).toEqual([]);
    await userEvent.type(form.getByLabelText(/^Longitude/), '-82.5');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('No member has this email address')).toBeTruthy();
    expect(sentTo('PUT', '/api/admin/cards/TC-0000003')).toEqual([
      {
        version: 4,
        location: 'Old mill',
        description: 'Behind the third stone',
        latitude: 35.5,
        longitude: -82.5,
        ownerEmail: 'nobody@demo.test',
      },
    ]);
    expect((form.getByLabelText(/^Owner’s email/) as HTMLInputElement).value).toBe('nobody@demo.test');
  });

  test('lets an administrator edit a card but not its owner, and explains why', { tags: 'long' }, async () => {
    answers['PUT /api/admin/cards/TC-0000003'] = { json: { ...card, version: 5 } };
    await signInAsAdmin({ role: 'admin' });
    visit(CardsTab);
    await choose('Edit Card');
    const form = within(await screen.findByRole('form', { name: 'Edit card' }));
    const owner = form.getByLabelText<HTMLInputElement>(/^Owner’s email/);
    expect([owner.value, owner.disabled]).toEqual(['fay@demo.test', true]);
    expect(form.getByText('Only a super administrator can change it. A member can claim the card.')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^Location/), '!');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sentTo('PUT', '/api/admin/cards/TC-0000003')).toMatchObject([{ location: 'Old mill!', ownerEmail: 'fay@demo.test' }]),
    );
  });

  test.each([
    ['super_admin', true],
    ['admin', false],
  ] as const)('offers the print file and a replacement to a %s: print %s', async (role, prints) => {
    answers['POST /api/admin/cards/TC-0000003/replace'] = { json: { ...card, version: 5 } };
    answers['POST /api/admin/download-links'] = { json: { url: '#pdf' } };
    await signInAsAdmin({ role });
    visit(CardsTab);
    await choose('View Details');
    const dialog = within(await screen.findByRole('dialog', { name: 'Card TC-0000003' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Replace Card' }));
    expect(dialog.queryByRole('button', { name: 'Print PDF' }) !== null).toBe(prints);
    const form = within(await screen.findByRole('form', { name: 'Replace card' }));
    await userEvent.type(form.getByLabelText(/^Reason/), 'Torn');
    await userEvent.click(form.getByRole('button', { name: prints ? 'Replace and print' : 'Replace' }));
    expect(await screen.findByText(prints ? 'The card’s print PDF is downloading.' : 'The owner can print the card now.')).toBeTruthy();
    expect(sentTo('POST', '/api/admin/download-links')).toHaveLength(prints ? 1 : 0);
  });

  test('asks for a reason before it downloads the print file', async () => {
    answers['POST /api/admin/download-links'] = { json: { url: '#pdf' } };
    await signInAsAdmin({ role: 'super_admin' });
    visit(CardsTab);
    await choose('View Details');
    const dialog = within(await screen.findByRole('dialog', { name: 'Card TC-0000003' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Print PDF' }));
    const form = within(await screen.findByRole('form', { name: 'Print PDF' }));
    await userEvent.click(form.getByRole('button', { name: 'Download' }));
    expect(await form.findByText('Please enter a reason')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^Reason/), 'Torn & wet');
    await userEvent.click(form.getByRole('button', { name: 'Download' }));
    await waitFor(() =>
      expect(sentTo('POST', '/api/admin/download-links')).toEqual([
        { path: '/api/admin/cards/TC-0000003/print.pdf?reason=Torn%20%26%20wet' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Print PDF' })).toBeNull());
  });

  test('keeps the input after a conflict, and can show the colleague’s version', async () => {
    answers['PUT /api/admin/cards/TC-0000003'] = refused('changed_meanwhile');
    visit(CardsTab);
    await choose('Edit Card');
    const form = within(await screen.findByRole('form', { name: 'Edit card' }));
    await userEvent.type(form.getByLabelText(/^Location/), ', upstairs');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Someone else changed this card.')).toBeTruthy();
    expect((form.getByLabelText(/^Location/) as HTMLInputElement).value).toBe('Old mill, upstairs');
    answers['GET /api/admin/cards/TC-0000003'] = { json: { ...details, card: { ...details.card, location: 'New mill', version: 5 } } };
    await userEvent.click(form.getByRole('button', { name: 'Load the current version' }));
    await waitFor(() => expect((form.getByLabelText(/^Location/) as HTMLInputElement).value).toBe('New mill'));
    await userEvent.type(form.getByLabelText(/^Location/), '!');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sentTo('PUT', '/api/admin/cards/TC-0000003').at(-1)).toMatchObject({ version: 5, location: 'New mill!' }));
  });

  test('does not allow an owner for a test card', async () => {
    const { userInfo, ...ownerless } = details.card;
    answers['GET /api/admin/cards/TC-0000003'] = { json: { ...details, card: { ...ownerless, isTest: true } } };
    visit(CardsTab);
    await choose('Edit Card');
    expect(await screen.findByText('Test cards have no owner.')).toBeTruthy();
    expect(screen.queryByLabelText(/^Owner’s email/)).toBeNull();
  });
});
