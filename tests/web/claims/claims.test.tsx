import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Claim } from '#schema/claims/claim.ts';
import { errorMessage } from '#schema/errors.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { visitCards } from '#tests/web/support/cards-visit.tsx';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';

const proofUrl = 'https://logs.example.com/finds/17';
const claim = {
  id: 1,
  userId: 7,
  cardId: 'TC-0000003',
  proofUrl,
  status: 'pending',
  adminComment: null as string | null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
};
let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/cache-cards': { json: [] },
    'GET /api/ownership-claims': { json: [] },
    'POST /api/ownership-claims': { status: 201, json: claim },
    'GET /api/ownership-claims/check?cardId=TC-0000003&kind=adoption': { json: { cardId: 'TC-0000003' } },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const postedClaims = () => sent.filter(({ method, path }) => method === 'POST' && path === '/api/ownership-claims').map(({ body }) => body);

async function visit() {
  await visitCards();
  return within(screen.getByRole('region', { name: 'My claims' }));
}

async function fillIn(cardId: string, link: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Claim a card' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Claim a card' }));
  await userEvent.type(dialog.getByLabelText('Card ID'), cardId);
  await userEvent.type(dialog.getByLabelText('Link to your proof'), link);
  await userEvent.click(dialog.getByRole('button', { name: 'Send claim' }));
  return dialog;
}

test('an empty list explains what claims are for', async () => {
  const section = await visit();
  expect(await section.findByText(/No claims yet/)).toBeTruthy();
});

test('each claim shows its proof, its state and the comment', async () => {
  answers['GET /api/ownership-claims'] = {
    json: [
      claim,
      { ...claim, id: 2, cardId: 'TC-0000004', status: 'approved', adminComment: 'Welcome back' },
      { ...claim, id: 3, cardId: 'TC-0000005', status: 'rejected', adminComment: 'The photo shows another card' },
    ],
  };
  const section = await visit();
  const rows = await section.findAllByRole('listitem');
  expect(rows.map((row) => within(row).getByText(/^(Pending|Approved|Rejected)$/).textContent)).toEqual([
    'Pending',
    'Approved',
    'Rejected',
  ]);
  expect(section.getByText('Welcome back')).toBeTruthy();
  expect(section.getByText('The photo shows another card')).toBeTruthy();
  const [link] = section.getAllByRole('link');
  expect(link?.getAttribute('href')).toBe(proofUrl);
  expect(link?.getAttribute('rel')).toContain('noopener');
});

test('a new claim with a typed id and a link appears in the list', async () => {
  const section = await visit();
  await section.findByText(/No claims yet/);
  answers['GET /api/ownership-claims'] = { json: [claim] };
  const dialog = await fillIn('tc 0000003', ` ${proofUrl}`);
  expect(await dialog.findByRole('heading', { name: 'Claim for TC-0000003 sent' })).toBe(document.activeElement);
  expect(postedClaims()).toEqual([{ cardId: 'TC-0000003', proofUrl }]);
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(await section.findByText('Pending')).toBeTruthy();
});

test('a pending claim can be withdrawn, and no other', async () => {
  const rejected: Claim = { ...claim, id: 2, cardId: 'TC-0000004', status: 'rejected' };
  answers['GET /api/ownership-claims'] = { json: [claim, rejected] };
  const section = await visit();
  const button = await section.findByRole('button', { name: `Withdraw the claim for ${claim.cardId}` });
  expect(section.getAllByRole('button', { name: /Withdraw/ })).toEqual([button]);
  const withdrawn: Claim = { ...claim, status: 'withdrawn' };
  answers[`POST /api/ownership-claims/${claim.id}/withdraw`] = { json: withdrawn };
  answers['GET /api/ownership-claims'] = { json: [withdrawn, rejected] };
  await userEvent.click(button);
  expect(await section.findByText('Withdrawn')).toBeTruthy();
  expect(await screen.findByText('Claim withdrawn')).toBeTruthy();
  expect(section.queryByRole('button', { name: /Withdraw/ })).toBeNull();
  expect(document.activeElement).toBe(section.getAllByRole('listitem')[0]);
});

test('a claim that has just been decided cannot be withdrawn, and shows its outcome', async () => {
  answers['GET /api/ownership-claims'] = { json: [claim] };
  const section = await visit();
  const button = await section.findByRole('button', { name: /Withdraw/ });
  answers[`POST /api/ownership-claims/${claim.id}/withdraw`] = refused('claim_decided');
  answers['GET /api/ownership-claims'] = { json: [{ ...claim, status: 'approved' }] };
  await userEvent.click(button);
  expect(await screen.findByText('Couldn’t withdraw the claim')).toBeTruthy();
  expect(await section.findByText('Approved')).toBeTruthy();
});

eachVariant([
  ['http://logs.example.com', 'The link must start with https://'],
  ['https://192.168.1.1/', 'The link must lead to a public web page'],
])('the proof %s is refused at its field without a request', async (link, message) => {
  await visit();
  const dialog = await fillIn('TC-0000003', link);
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(postedClaims()).toEqual([]);
});

eachVariant(['card_not_found', 'claim_pending'] as const)('the refusal %s is shown at the card field', async (code) => {
  answers['POST /api/ownership-claims'] = refused(code);
  await visit();
  const dialog = await fillIn('TC-0000003', proofUrl);
  expect(await dialog.findByText(errorMessage(code))).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Card ID'));
});

test('a claim can be sent again after a lost connection', async () => {
  const answer = answers['POST /api/ownership-claims'] ?? {};
  answers['POST /api/ownership-claims'] = new TypeError('Failed to fetch');
  await visit();
  const dialog = await fillIn('TC-0000003', proofUrl);
  expect(await dialog.findByText('Couldn’t send the claim')).toBeTruthy();
  answers['POST /api/ownership-claims'] = answer;
  await userEvent.click(dialog.getByRole('button', { name: 'Send claim' }));
  expect(await dialog.findByRole('heading', { name: 'Claim for TC-0000003 sent' })).toBeTruthy();
});

test('claims that failed to load can be loaded again', async () => {
  answers['GET /api/ownership-claims'] = new TypeError('Failed to fetch');
  const section = await visit();
  const retry = await section.findByRole('button', { name: 'Try again' });
  answers['GET /api/ownership-claims'] = { json: [claim] };
  await userEvent.click(retry);
  expect(await section.findByText('Pending')).toBeTruthy();
});

test('an address that names a card without an owner offers to adopt it', async () => {
  answers['POST /api/ownership-claims'] = { status: 201, json: { ...claim, proofUrl: null } };
  await visitCards('adopt=TC-0000003');
  const dialog = within(await screen.findByRole('dialog', { name: 'Adopt this card' }));
  answers['GET /api/ownership-claims'] = { json: [{ ...claim, proofUrl: null }] };
  await userEvent.click(await dialog.findByRole('button', { name: 'Ask to adopt it' }));
  expect(await dialog.findByRole('heading', { name: 'Request for TC-0000003 sent' })).toBeTruthy();
  expect(postedClaims()).toEqual([{ cardId: 'TC-0000003' }]);
  expect(await screen.findByText('Adoption')).toBeTruthy();
});

test.each([
  ['claim_pending', false],
  ['adoption_needs_membership', true],
] as const)('an adoption that would be refused (%s) says so at once, with a way to upgrade: %s', async (code, offersUpgrade) => {
  answers['GET /api/ownership-claims/check?cardId=TC-0000003&kind=adoption'] = refused(code);
  await visitCards('adopt=TC-0000003');
  const dialog = within(await screen.findByRole('dialog', { name: 'Adopt this card' }));
  expect(await dialog.findByText(errorMessage(code))).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Ask to adopt it' })).toBeNull();
  expect(dialog.queryAllByRole('link', { name: 'Upgrade to Basic' })).toHaveLength(offersUpgrade ? 1 : 0);
});
