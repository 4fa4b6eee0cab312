import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { site } from '#tests/web/support/site-config.ts';
import { samplePlaces } from '#web/features/cards/test-qr/sample-places.ts';
import { storeAdminToken } from '#web/lib/admin-token.ts';
import { TestQrPage } from '#web/pages/admin/test-qr/TestQrPage.tsx';

const list = 'GET /api/test-cards?limit=24';
const testCard = (id: number) => ({
  id,
  cardId: `TC-000000${id}`,
  location: 'City library',
  description: `Test card number ${id}`,
  createdAt: '2026-11-20T12:00:00.000Z',
});
let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  storeAdminToken('admin-token');
  answers = {
    'GET /api/admin/me': {
      json: {
        id: 1,
        email: 'ada@demo.test',
        firstName: 'Ada',
        lastName: null,
        role: 'admin',
        mustSetPassword: false,
        secondFactor: 'optional',
      },
    },
    'GET /api/config': { json: site },
    [list]: { json: [testCard(1), testCard(2)], headers: { 'X-Total-Count': '2' } },
    'POST /api/test-cards': { status: 201, json: testCard(3) },
    'POST /api/admin/download-links': { json: { url: '/api/test-cards/print.pdf?signature=s' } },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  storeAdminToken(null);
  vi.unstubAllGlobals();
});

const bodies = (path: string) => sent.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);
const visit = () =>
  render(
    <PageFrame>
      <TestQrPage />
    </PageFrame>,
  );
const tiles = async () => within(await screen.findByRole('list', { name: 'Test cards' })).getAllByRole('listitem');

test('each card has its QR code, its link, and its picture to download', async () => {
  visit();
  const [first] = await tiles();
  const tile = within(first as HTMLElement);
  expect(tile.getByText('TC-0000001')).toBeTruthy();
  expect(tile.getByText('City library')).toBeTruthy();
  expect(tile.getByText('Test card number 1')).toBeTruthy();
  expect(tile.getByRole('img', { name: 'QR code for TC-0000001' }).getAttribute('src')).toBe('/api/qr/TC-0000001');
  expect(await tile.findByRole('link', { name: 'https://cards.test/card?id=TC-0000001' })).toBeTruthy();
  expect(tile.getByRole('button', { name: 'Download the QR code for TC-0000001 as a PNG' })).toBeTruthy();
});

test('the first card is created at a sample place, in the administrator’s name', async () => {
  answers[list] = { json: [] };
  visit();
  const button = await screen.findByRole('button', { name: 'Create Your First Test Card' });
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/admin/me')).toBe(true));
  answers[list] = { json: [testCard(3)] };
  await userEvent.click(button);
  expect(await screen.findByText('New test Cache Card created successfully')).toBeTruthy();
  expect(bodies('/api/test-cards')).toEqual([
    {
      location: expect.toSatisfy((place) => samplePlaces.includes(place)),
      description: expect.stringMatching(/^Test card created on .+ by Ada$/),
    },
  ]);
  expect(await tiles()).toHaveLength(1);
});

test('a failure to create a card is reported', async () => {
  answers['POST /api/test-cards'] = refused('internal');
  visit();
  await userEvent.click(await screen.findByRole('button', { name: 'Create Test Card' }));
  expect(await screen.findByText('Error creating card')).toBeTruthy();
  expect(screen.getByText(errorMessage('internal'))).toBeTruthy();
  // Omits the status text because HTTP/2 responses have none.
  answers['POST /api/test-cards'] = { status: 502, text: '' };
  await userEvent.click(screen.getByRole('button', { name: 'Create Test Card' }));
  expect(await screen.findByText('Error creating test card: 502')).toBeTruthy();
  answers['POST /api/test-cards'] = { text: '{"id":"not a card"}' };
  await userEvent.click(screen.getByRole('button', { name: 'Create Test Card' }));
  expect(await screen.findByText('Something went wrong creating the test card')).toBeTruthy();
});

test('cards that failed to load can be loaded again', async () => {
  const answer = answers[list] ?? {};
  answers[list] = { status: 502, statusText: 'Bad Gateway', text: '' };
  visit();
  expect(await screen.findByRole('heading', { name: 'Error' })).toBeTruthy();
  expect(screen.getByText('Failed to load test cards')).toBeTruthy();
  expect(screen.getByText('Error fetching test cards: Bad Gateway')).toBeTruthy();
  answers[list] = answer;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await tiles()).toHaveLength(2);
});

test('older cards are on the next page', async () => {
  answers[list] = { json: [testCard(1)], headers: { Link: '</api/test-cards?limit=24&cursor=abc>; rel="next"', 'X-Total-Count': '2' } };
  answers['GET /api/test-cards?limit=24&cursor=abc'] = { json: [testCard(2)] };
  visit();
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await tiles()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('all cards or the chosen ones can be printed', async () => {
  visit();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await userEvent.click(await screen.findByRole('button', { name: 'Print all' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select TC-0000002 to print' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Print 1 card' }));
  expect(bodies('/api/admin/download-links')).toEqual([
    { path: '/api/test-cards/print.pdf' },
    { path: '/api/test-cards/print.pdf?cards=TC-0000002' },
  ]);
  vi.restoreAllMocks();
});
