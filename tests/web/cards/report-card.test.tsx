import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { visitCards } from '#tests/web/support/cards-visit.tsx';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';

const reportPath = '/api/card/TC-0000003/report';
let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/cache-cards': { json: [] },
    [`POST ${reportPath}`]: { json: { message: 'Thank you for telling us.', status: 'active' } },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const reports = () => sent.filter(({ path }) => path.endsWith('/report'));

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Report a missing card' }));
  return within(screen.getByRole('dialog', { name: 'Report a missing card' }));
}

test('a member reports a card by its typed id', async () => {
  await visitCards();
  const dialog = await openDialog();
  expect(document.activeElement).toBe(dialog.getByLabelText('Card ID'));
  await userEvent.type(dialog.getByLabelText('Card ID'), 'tc 0000003');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it’s missing' }));
  expect(await dialog.findByRole('heading', { name: 'Report of TC-0000003 sent' })).toBe(document.activeElement);
  expect(dialog.getAllByText('Thank you for telling us.')).toHaveLength(2);
  expect(dialog.getByText('Report sent')).toBeTruthy();
  expect(reports().map(({ path }) => path)).toEqual([reportPath]);
  expect(sent.map(({ path }) => path)).not.toContain('/api/scan');
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Report a missing card' }));
});

test('a member without a verified email gets the notice that sends the link again, not a form', async () => {
  await visitCards('', { emailVerified: false });
  const dialog = await openDialog();
  expect(dialog.getByText('You need a verified email to report a card.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Send again' })).toBeTruthy();
  expect(dialog.queryByLabelText('Card ID')).toBeNull();
});

test('an invalid card id is explained at the field and stays there', async () => {
  await visitCards();
  const dialog = await openDialog();
  await userEvent.type(dialog.getByLabelText('Card ID'), 'TC-12{Enter}');
  const input = dialog.getByRole('textbox', { description: 'A card ID is TC- followed by 7 digits, such as TC-0000001.' });
  expect(input).toHaveProperty('value', 'TC-12');
  expect(document.activeElement).toBe(input);
  expect(reports()).toEqual([]);
});

test.each([
  'card_not_found',
  'card_not_placed',
  'too_many_unknown_cards',
  'too_many_reports',
] as const)('the refusal %s is shown at the field', async (code) => {
  answers[`POST ${reportPath}`] = refused(code);
  await visitCards();
  const dialog = await openDialog();
  await userEvent.type(dialog.getByLabelText('Card ID'), 'TC-0000003{Enter}');
  expect(await dialog.findByRole('textbox', { description: errorMessage(code) })).toHaveProperty('value', 'TC-0000003');
});

test('a report can be sent again after a lost connection', async () => {
  const answer = answers[`POST ${reportPath}`] ?? {};
  answers[`POST ${reportPath}`] = new TypeError('Failed to fetch');
  await visitCards('report=missing');
  const dialog = within(screen.getByRole('dialog', { name: 'Report a missing card' }));
  await userEvent.type(dialog.getByLabelText('Card ID'), 'TC-0000003{Enter}');
  expect(await dialog.findByText('Couldn’t send the report')).toBeTruthy();
  answers[`POST ${reportPath}`] = answer;
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it’s missing' }));
  expect(await dialog.findByRole('heading', { name: 'Report of TC-0000003 sent' })).toBeTruthy();
});
