import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { choose, visit } from '#tests/web/support/admin-tab.tsx';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { ClaimsTab } from '#web/features/claims/admin/ClaimsTab.tsx';

const instant = '2026-11-20T12:00:00.000Z';
const claim = {
  id: 5,
  cardId: 'TC-0000003',
  claimant: { id: 9, email: 'ruby@demo.test' },
  proofUrl: 'https://logs.example.com/finds/17?entry=2',
  status: 'pending',
  adminComment: null as string | null,
  createdAt: instant,
  decidedAt: null as string | null,
  version: 1,
};
const claimDetails = {
  claim,
  version: 1,
  decidedBy: null as string | null,
  needsSuperAdmin: false,
  claimant: { ...claim.claimant, name: 'Ruby Sinclair', role: 'free', createdAt: instant, isLeaving: false, cards: 2 },
  card: {
    cardId: 'TC-0000003',
    version: 4,
    status: 'active',
    location: 'Old mill',
    totalScans: 3,
    createdAt: instant,
    owner: { id: 7, email: 'fay@demo.test', name: 'Fay' },
  },
  others: [{ id: 6, claimant: { id: 11, email: 'omar@demo.test' }, status: 'rejected', createdAt: instant }],
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  answers = {
    'GET /api/admin/claims': { json: [claim] },
    'GET /api/admin/claims/5': { json: claimDetails },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const sentTo = (method: string, path: string) => sent.filter((one) => one.method === method && one.path === path).map(({ body }) => body);

describe('the Claims tab', () => {
  test('shows the proof as its link, without a referrer', async () => {
    visit(ClaimsTab);
    const link = await screen.findByRole('link', { name: /^logs\.example\.com\/finds\/17\?entry=2/ });
    expect(link.getAttribute('href')).toBe(claim.proofUrl);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  test('shows the owner and other claimants in a claim’s details', async () => {
    visit(ClaimsTab);
    await choose('View');
    const dialog = within(await screen.findByRole('dialog', { name: 'Claim' }));
    expect(await dialog.findByRole('link', { name: 'fay@demo.test' })).toBeTruthy();
    expect(dialog.getByText(/Ruby Sinclair, free member since .*, owns 2 cards/)).toBeTruthy();
    expect(dialog.getByText('omar@demo.test')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Reject…' }));
    expect(await screen.findByRole('form', { name: 'Reject claim' })).toBeTruthy();
  });

  test('names the member who loses the card before approving, and sends the comment', async () => {
    answers['POST /api/admin/claims/5/decision'] = { json: { ...claim, status: 'approved', decidedAt: instant } };
    visit(ClaimsTab);
    await choose('Approve');
    const form = within(await screen.findByRole('form', { name: 'Approve claim' }));
    expect(form.getByText(/^TC-0000003 will belong to ruby@demo.test instead of fay@demo.test/)).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^Comment/), 'Welcome back');
    await userEvent.click(form.getByRole('button', { name: 'Approve claim' }));
    expect(await screen.findByText('ruby@demo.test gets an email.')).toBeTruthy();
    expect(sentTo('POST', '/api/admin/claims/5/decision')).toEqual([
      { status: 'approved', comment: 'Welcome back', version: 1, cardVersion: 4 },
    ]);
  });

  test('leaves approving a claim on a paying member’s card to super administrators', async () => {
    answers['GET /api/admin/claims/5'] = { json: { ...claimDetails, needsSuperAdmin: true } };
    visit(ClaimsTab);
    await choose('Approve');
    const form = within(await screen.findByRole('form', { name: 'Approve claim' }));
    expect(await form.findByText(/^fay@demo.test pays for a membership/)).toBeTruthy();
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Approve claim' }).disabled).toBe(true);
  });

  test('asks to review a claim again after a colleague gave the card away, and keeps the input', async () => {
    answers['POST /api/admin/claims/5/decision'] = refused('changed_meanwhile');
    visit(ClaimsTab);
    await choose('Approve');
    const form = within(await screen.findByRole('form', { name: 'Approve claim' }));
    await userEvent.type(form.getByLabelText(/^Comment/), 'Welcome back');
    const owner = { id: 11, email: 'omar@demo.test', name: 'Omar' };
    answers['GET /api/admin/claims/5'] = { json: { ...claimDetails, card: { ...claimDetails.card, version: 5, owner } } };
    const approve = form.getByRole('button', { name: 'Approve claim' });
    await userEvent.click(approve);
    expect(await form.findByText('Someone else changed the claim or its card')).toBeTruthy();
    expect(approve.getAttribute('aria-disabled')).toBe('true');
    expect(form.getByText(/instead of omar@demo.test/)).toBeTruthy();
    answers['POST /api/admin/claims/5/decision'] = { json: { ...claim, status: 'approved', decidedAt: instant } };
    await userEvent.click(form.getByRole('button', { name: 'I’ve checked the changes' }));
    await userEvent.click(approve);
    expect(await screen.findByText('ruby@demo.test gets an email.')).toBeTruthy();
    expect(sentTo('POST', '/api/admin/claims/5/decision')).toEqual([
      { status: 'approved', comment: 'Welcome back', version: 1, cardVersion: 4 },
      { status: 'approved', comment: 'Welcome back', version: 1, cardVersion: 5 },
    ]);
  });

  test('reports a claim decided by a colleague, and keeps the input', async () => {
    answers['POST /api/admin/claims/5/decision'] = refused('claim_decided');
    visit(ClaimsTab);
    await choose('Reject');
    const form = within(await screen.findByRole('form', { name: 'Reject claim' }));
    await userEvent.type(form.getByLabelText(/^Comment/), 'Another card');
    answers['GET /api/admin/claims/5'] = {
      json: { ...claimDetails, claim: { ...claim, status: 'approved', decidedAt: instant }, decidedBy: 'ada@demo.test' },
    };
    await userEvent.click(form.getByRole('button', { name: 'Reject claim' }));
    expect(await form.findByText(errorMessage('claim_decided'))).toBeTruthy();
    expect((form.getByLabelText(/^Comment/) as HTMLTextAreaElement).value).toBe('Another card');
    expect(await screen.findByText('ada@demo.test')).toBeTruthy();
  });

  test('makes a decided claim read-only', async () => {
    answers['GET /api/admin/claims'] = { json: [{ ...claim, status: 'rejected', decidedAt: instant }] };
    visit(ClaimsTab);
    await userEvent.click(await screen.findByRole('button', { name: /Actions for/ }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['View']);
  });
});
