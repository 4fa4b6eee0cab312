import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { fakeServer, type SentRequest } from '#tests/web/fake-server.ts';
import { PageFrame } from '#tests/web/page-frame.tsx';
import { CardsTab } from '#web/features/admin/cards/CardsTab.tsx';
import { ClaimsTab } from '#web/features/admin/claims/ClaimsTab.tsx';

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
const claim = {
  id: 5,
  cardId: 'TC-0000003',
  claimant: { id: 9, email: 'ruby@demo.test' },
  proofUrl: 'https://logs.example.com/finds/17?entry=2',
  status: 'pending',
  adminComment: null as string | null,
  createdAt: instant,
  decidedAt: null as string | null,
};
const claimDetails = {
  claim,
  decidedBy: null as string | null,
  claimant: { ...claim.claimant, name: 'Ruby Sinclair', role: 'free', createdAt: instant, isLeaving: false, cards: 2 },
  card: {
    cardId: 'TC-0000003',
    status: 'active',
    location: 'Old mill',
    totalScans: 3,
    createdAt: instant,
    owner: { ...card.userInfo, name: 'Fay' },
  },
  others: [{ id: 6, claimant: { id: 11, email: 'omar@demo.test' }, status: 'rejected', createdAt: instant }],
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  answers = {
    'GET /api/admin/cards': { json: [card] },
    'GET /api/admin/cards/TC-0000003': { json: details },
    'GET /api/admin/claims': { json: [claim] },
    'GET /api/admin/claims/5': { json: claimDetails },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const sentTo = (method: string, path: string) => sent.filter((one) => one.method === method && one.path === path).map(({ body }) => body);

function visit(Tab: () => React.ReactNode, path = '/admin/dashboard') {
  const { hook, searchHook } = memoryLocation({ path });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <PageFrame>
        <Tab />
      </PageFrame>
    </Router>,
  );
}

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: /Actions for/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}

const refused = (message: string, code: string, status: number, fields?: Record<string, string>) => ({
  status,
  json: { message, code, requestId: 'r', ...(fields && { fields }) },
});

describe('the Cache Cards tab', () => {
  test('shows a card with its owner, and says so where there is neither owner nor place', async () => {
    const { userInfo, ...ownerless } = card;
    answers['GET /api/admin/cards'] = { json: [card, { ...ownerless, id: 4, cardId: 'TC-0000004', location: null, status: 'ordered' }] };
    visit(CardsTab);
    const first = (await screen.findByText('TC-0000003')).closest('tr');
    expect(first?.textContent).toContain('fay@demo.test ID 7');
    expect(first?.textContent).toContain('1,204');
    expect(within(first as HTMLElement).getByText('Active').className).toContain('status-default');
    const second = screen.getByText('TC-0000004').closest('tr');
    expect(second?.textContent).toContain('No owner');
    expect(second?.textContent).toContain('Not placed');
    expect(within(second as HTMLElement).getByText('Ordered').className).toContain('status-secondary');
  });

  test('without a card it says so; with an error it gives the reason', async () => {
    answers['GET /api/admin/cards'] = { json: [] };
    visit(CardsTab);
    expect(await screen.findByText('No cache cards in the system yet')).toBeTruthy();
  });

  test('a list that cannot be loaded gives the reason', async () => {
    answers['GET /api/admin/cards'] = refused('Something went wrong on our side.', 'internal', 500);
    visit(CardsTab);
    expect(await screen.findByText(/Error loading cards: Something went wrong on our side\./)).toBeTruthy();
  });

  test('a QR code opens in a new tab, but for a disabled card', async () => {
    visit(CardsTab);
    await userEvent.click(await screen.findByRole('button', { name: /Actions for/ }));
    const link = await screen.findByRole('menuitem', { name: /^View QR Code/ });
    expect(link.getAttribute('href')).toBe('/api/qr/TC-0000003');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('the details of the card that the address names are shown', async () => {
    answers['GET /api/admin/cards/TC-0000003'] = {
      json: {
        ...details,
        finds: [
          { id: 1, finder: claim.claimant, scanDate: instant, kind: 'rewarded', tokensEarned: 1, source: 'camera', codeWasRight: false },
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
    expect((await dialog.findByRole('link', { name: 'ruby@demo.test' })).getAttribute('href')).toBe('/admin/dashboard?tab=users&user=9');
    expect(dialog.getByText(/1 token, by camera, without the card’s code/)).toBeTruthy();
    expect(dialog.getByText('Changed the status: status from “missing” to “active”. Reason: Found')).toBeTruthy();
    expect(dialog.getByText('Nobody has claimed this card.')).toBeTruthy();
  });

  test('the status is sent with what was seen and why; each says what follows', async () => {
    answers['POST /api/admin/cards/TC-0000003/status'] = { json: { ...card, status: 'disabled', version: 5 } };
    visit(CardsTab);
    await choose('Change Status');
    const dialog = within(await screen.findByRole('dialog', { name: 'Status of TC-0000003' }));
    const button = await dialog.findByRole('button', { name: 'Change status' });
    expect(button.getAttribute('aria-disabled') ?? button.hasAttribute('disabled')).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: /^Disabled.*Found nowhere/ }));
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'Lost at sea');
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo('POST', '/api/admin/cards/TC-0000003/status')).toEqual([{ version: 4, status: 'disabled', reason: 'Lost at sea' }]);
    expect(screen.getByText('TC-0000003 is disabled now.')).toBeTruthy();
  });

  test('an edit says at its field what is wrong, and keeps what was typed', async () => {
    answers['PUT /api/admin/cards/TC-0000003'] = refused('Some of what was sent is not valid.', 'invalid_input', 400, {
      ownerEmail: 'No member has this email address',
    });
    visit(CardsTab);
    await choose('Edit Card');
    const form = within(await screen.findByRole('form', { name: 'Edit card' }));
    await userEvent.clear(form.getByLabelText(/^Owner’s email/));
    await userEvent.type(form.getByLabelText(/^Owner’s email/), 'nobody@demo.test');
    await userEvent.type(form.getByLabelText(/^Latitude/), '35,5');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Give both latitude and longitude, or neither')).toBeTruthy();
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

  test('where a colleague was quicker nothing is lost, and their version can be had', async () => {
    answers['PUT /api/admin/cards/TC-0000003'] = refused('This was changed by someone else.', 'changed_meanwhile', 409);
    visit(CardsTab);
    await choose('Edit Card');
    const form = within(await screen.findByRole('form', { name: 'Edit card' }));
    await userEvent.type(form.getByLabelText(/^Location/), ', upstairs');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Somebody else has changed this card in the meantime.')).toBeTruthy();
    expect((form.getByLabelText(/^Location/) as HTMLInputElement).value).toBe('Old mill, upstairs');
    answers['GET /api/admin/cards/TC-0000003'] = { json: { ...details, card: { ...details.card, location: 'New mill', version: 5 } } };
    await userEvent.click(form.getByRole('button', { name: 'Show the card as it is now' }));
    await waitFor(() => expect((form.getByLabelText(/^Location/) as HTMLInputElement).value).toBe('New mill'));
    await userEvent.type(form.getByLabelText(/^Location/), '!');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sentTo('PUT', '/api/admin/cards/TC-0000003').at(-1)).toMatchObject({ version: 5, location: 'New mill!' }));
  });

  test('a test card cannot be given an owner', async () => {
    const { userInfo, ...ownerless } = details.card;
    answers['GET /api/admin/cards/TC-0000003'] = { json: { ...details, card: { ...ownerless, isTest: true } } };
    visit(CardsTab);
    await choose('Edit Card');
    expect(await screen.findByText('A test card belongs to nobody.')).toBeTruthy();
    expect(screen.queryByLabelText(/^Owner’s email/)).toBeNull();
  });
});

describe('the Claims tab', () => {
  test('shows the proof as where it leads, and tells that page nothing', async () => {
    visit(ClaimsTab);
    const link = await screen.findByRole('link', { name: /^logs\.example\.com\/finds\/17\?entry=2/ });
    expect(link.getAttribute('href')).toBe(claim.proofUrl);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  test('looking into a claim shows the owner and who else claims the card', async () => {
    visit(ClaimsTab);
    await choose('View');
    const dialog = within(await screen.findByRole('dialog', { name: 'Claim' }));
    expect(await dialog.findByRole('link', { name: 'fay@demo.test' })).toBeTruthy();
    expect(dialog.getByText(/Ruby Sinclair, free member since .*, owns 2 cards/)).toBeTruthy();
    expect(dialog.getByText('omar@demo.test')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Reject…' }));
    expect(await screen.findByRole('form', { name: 'Reject claim' })).toBeTruthy();
  });

  test('approving says before who loses the card, and sends the comment', async () => {
    answers['POST /api/admin/claims/5/decision'] = { json: { ...claim, status: 'approved', decidedAt: instant } };
    visit(ClaimsTab);
    await choose('Approve');
    const form = within(await screen.findByRole('form', { name: 'Approve claim' }));
    expect(form.getByText(/^TC-0000003 will belong to ruby@demo.test and no longer to fay@demo.test/)).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^Comment/), 'Welcome back');
    await userEvent.click(form.getByRole('button', { name: 'Approve claim' }));
    expect(await screen.findByText('ruby@demo.test is told by mail.')).toBeTruthy();
    expect(sentTo('POST', '/api/admin/claims/5/decision')).toEqual([{ status: 'approved', comment: 'Welcome back' }]);
  });

  test('a claim that a colleague has decided meanwhile is told of, with what was typed kept', async () => {
    answers['POST /api/admin/claims/5/decision'] = refused('This claim has been decided already.', 'claim_decided', 409);
    visit(ClaimsTab);
    await choose('Reject');
    const form = within(await screen.findByRole('form', { name: 'Reject claim' }));
    await userEvent.type(form.getByLabelText(/^Comment/), 'Another card');
    answers['GET /api/admin/claims/5'] = {
      json: { ...claimDetails, claim: { ...claim, status: 'approved', decidedAt: instant }, decidedBy: 'ada@demo.test' },
    };
    await userEvent.click(form.getByRole('button', { name: 'Reject claim' }));
    expect(await form.findByText('This claim has been decided already.')).toBeTruthy();
    expect((form.getByLabelText(/^Comment/) as HTMLTextAreaElement).value).toBe('Another card');
    expect(await screen.findByText('ada@demo.test')).toBeTruthy();
  });

  test('a decided claim can only be viewed', async () => {
    answers['GET /api/admin/claims'] = { json: [{ ...claim, status: 'rejected', decidedAt: instant }] };
    visit(ClaimsTab);
    await userEvent.click(await screen.findByRole('button', { name: /Actions for/ }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['View']);
  });
});
