import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminReview } from '#schema/admin/reviews.ts';
import { signInAsAdmin } from '#tests/web/admin-signed-in.ts';
import { choose, refused, visit } from '#tests/web/admin-tab.tsx';
import { fakeServer, type SentRequest } from '#tests/web/fake-server.ts';
import { ReviewsTab } from '#web/features/admin/reviews/ReviewsTab.tsx';

const review: AdminReview = {
  id: 5,
  number: 'VC-7K2M-9QXA',
  type: 'global',
  tokensRedeemed: 120,
  status: 'active',
  review: 'waiting',
  createdAt: '2026-11-19T12:00:00.000Z',
  version: 3,
  user: { id: 9, email: 'ruby@demo.test', name: 'Ruby Sinclair', role: 'free', createdAt: '2026-03-01T12:00:00.000Z' },
  signals: ['shared_address', 'pace'],
  question: 'Where?\nAnd when?',
  askedAt: '2026-11-20T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  reason: null,
};
const passed: AdminReview = { ...review, review: 'passed', version: 4, decidedAt: '2026-11-21T12:00:00.000Z', decidedBy: 'bo@demo.test' };

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  history.replaceState(null, '', '/admin/dashboard?tab=reviews');
  await mutate(() => true, undefined, { revalidate: false });
  answers = { 'GET /api/admin/reviews': { json: [review] }, 'GET /api/admin/reviews/5': { json: review } };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const sentTo = (path: string) => sent.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);

async function look() {
  await userEvent.click(await screen.findByRole('link', { name: review.number }));
  return within(await screen.findByRole('dialog', { name: 'Review' }));
}

describe('the Reviews tab', () => {
  test('says of each certificate whose it is, why it waits and whether its member was asked', async () => {
    answers['GET /api/admin/reviews'] = {
      json: [review, { ...review, id: 6, number: 'VC-2', signals: [], askedAt: null, question: null }],
    };
    visit(ReviewsTab);
    const first = within(await screen.findByRole('row', { name: /VC-7K2M-9QXA/ }));
    expect(first.getByText('Shared address, Pace')).toBeTruthy();
    expect(first.getByText('Nov 20, 2026')).toBeTruthy();
    expect(first.getByRole('link', { name: 'ruby@demo.test' })).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /VC-2/ })).getByText('First certificate')).toBeTruthy();
  });

  test('says so where nothing waits', async () => {
    answers['GET /api/admin/reviews'] = { json: [] };
    visit(ReviewsTab);
    expect(await screen.findByText('Nothing waits to be looked at')).toBeTruthy();
  });

  test('a certificate is looked at and passed with one press', async () => {
    answers['POST /api/admin/reviews/5/pass'] = { json: passed };
    visit(ReviewsTab);
    const dialog = await look();
    expect(await dialog.findByText(/Ruby Sinclair, free member since Mar 1, 2026/)).toBeTruthy();
    expect(dialog.getByText(/And when\?/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Pass' }));
    expect(await screen.findByText('Certificate passed')).toBeTruthy();
    expect(sentTo('/api/admin/reviews/5/pass')).toEqual([{ version: 3 }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a question needs words, and goes out with the version that was seen', async () => {
    answers['POST /api/admin/reviews/5/ask'] = { json: { ...review, version: 4 } };
    visit(ReviewsTab);
    await choose('Ask the member');
    const form = within(await screen.findByRole('form', { name: 'Ask the member' }));
    await userEvent.click(form.getByRole('button', { name: 'Send question' }));
    expect(await form.findByText('Please write what you ask; the member reads it')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^Question/), 'How so?');
    await userEvent.click(form.getByRole('button', { name: 'Send question' }));
    expect(await screen.findByText('Question sent')).toBeTruthy();
    expect(sentTo('/api/admin/reviews/5/ask')).toEqual([{ question: 'How so?', version: 3 }]);
    // One's own change is no news when it is opened again.
    answers['GET /api/admin/reviews/5'] = { json: { ...review, version: 4, question: 'How so?' } };
    await userEvent.click(screen.getByRole('link', { name: review.number }));
    expect(await screen.findByText('How so?')).toBeTruthy();
    expect(screen.queryByText(/in the meantime/)).toBeNull();
  });

  test('what a colleague changed meanwhile has to be looked at again, with what was typed kept', async () => {
    answers['POST /api/admin/reviews/5/refuse'] = refused('This was changed by someone else.', 'changed_meanwhile', 409);
    await signInAsAdmin({ role: 'super_admin' });
    visit(ReviewsTab);
    await choose('Refuse');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse certificate' }));
    await userEvent.type(await dialog.findByLabelText(/^Reason/), 'A farm');
    answers['GET /api/admin/reviews/5'] = { json: { ...review, version: 4, question: 'Hello, Ruby?' } };
    const refuse = dialog.getByRole('button', { name: 'Refuse certificate' });
    await userEvent.click(refuse);
    expect(await dialog.findByText('Somebody else has changed this certificate in the meantime')).toBeTruthy();
    expect(dialog.getByText('Hello, Ruby?')).toBeTruthy();
    expect(refuse.getAttribute('aria-disabled')).toBe('true');
    answers['POST /api/admin/reviews/5/refuse'] = { json: { ...review, status: 'cancelled', review: 'refused', version: 5 } };
    await userEvent.click(dialog.getByRole('button', { name: 'I have seen how it stands now' }));
    await userEvent.click(refuse);
    expect(await screen.findByText('120 Treasure Tokens went back to ruby@demo.test.')).toBeTruthy();
    expect(sentTo('/api/admin/reviews/5/refuse')).toEqual([
      { reason: 'A farm', version: 3 },
      { reason: 'A farm', version: 4 },
    ]);
  });

  test('what a colleague decided meanwhile is told, and can be decided no more', async () => {
    answers['POST /api/admin/reviews/5/pass'] = refused('Somebody has decided this certificate already.', 'review_decided', 409);
    visit(ReviewsTab);
    const dialog = await look();
    const pass = await dialog.findByRole('button', { name: 'Pass' });
    answers['GET /api/admin/reviews/5'] = { json: passed };
    await userEvent.click(pass);
    expect(await dialog.findByText('Somebody else has decided this certificate in the meantime')).toBeTruthy();
    expect(dialog.getByText(/bo@demo\.test/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Pass' })).toBeNull();
  });
});
