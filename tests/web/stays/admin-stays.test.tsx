import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminOffer, AdminStay, AdminStayDetails, StayPlace } from '#schema/stays/admin-stays.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { StaysTab } from '#web/features/stays/admin/StaysTab.tsx';

const listed: AdminStay = {
  id: 7,
  number: 'VC-7',
  type: 'global',
  user: { id: 3, email: 'fay@example.test', name: 'Fay Finder' },
  stage: 'wished',
  toDo: 'offer',
  dueBy: '2026-12-05T10:00:00.000Z',
  place: null,
  arrival: null,
  departure: null,
  reference: null,
  costCents: null,
  providerError: 'No rooms left',
};
const stay: AdminStayDetails = {
  ...listed,
  status: 'activated',
  validUntil: '2027-11-21T10:00:00.000Z',
  traveler: { fullName: 'Ada Traveler', birthDate: '1990-05-17', email: 'ada@example.test', phone: '+1 828 555 0100' },
  isOtherPerson: false,
  isRecovered: false,
  wishes: [{ destinationId: 'lisbon', month: '2027-03', arrival: null, travelers: 2 }],
  offers: [],
  destinations: [{ id: 'lisbon', name: 'Lisbon', country: 'Portugal' }],
  declinedOffers: 1,
  tookPlace: null,
  comment: null,
  complaintSettledAt: null,
  noShowAt: null,
  canRecordNoShow: false,
  version: 4,
};
const place: StayPlace = {
  destinationId: 'lisbon',
  place: 'Hotel Miradouro',
  address: 'Rua da Graça 1',
  latitude: 38.72,
  longitude: -9.13,
  room: 'Double room',
  costs: [{ name: 'Tourist tax', chargedBy: 'the hotel', when: 'at check-in', cents: 2_450 }],
  cancellation: 'Free until 14 days before arrival',
  checkIn: 'From 3 pm',
  contact: '+351 21 555 0100',
  costCents: 20_000,
};
const days = { arrival: '2027-03-01', departure: '2027-03-07' };
const accepted: AdminOffer = {
  ...place,
  ...days,
  id: 1,
  status: 'accepted',
  expiresAt: '2026-12-05T10:00:00.000Z',
  createdAt: '2026-11-28T10:00:00.000Z',
  createdBy: null,
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  localStorage.clear();
  answers = { 'GET /api/admin/stays': { json: [listed] }, 'GET /api/admin/stays/places': { json: [place] } };
  sent = fakeServer(answers);
});

async function visit(shown: AdminStayDetails = stay, role: 'admin' | 'super_admin' = 'admin') {
  answers['GET /api/admin/stays/7'] = { json: shown };
  history.replaceState(null, '', '/admin/dashboard?tab=stays&stay=7');
  await signInAsAdmin({ role });
  render(
    <PageFrame>
      <StaysTab />
    </PageFrame>,
  );
  return within(await screen.findByRole('dialog', { name: 'Stay for VC-7' }));
}

const posted = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('a stay at the desk', () => {
  test('shows travel preferences, deadline, traveler and the provider’s error', async () => {
    const record = await visit();
    for (const text of ['Lisbon, March 2027, 2 travelers', 'Ada Traveler', 'No rooms left', 'Waiting for an offer'])
      expect(await record.findByText(text)).toBeTruthy();
    expect(record.getByText(/Dec 5, 2026/)).toBeTruthy();
    expect(record.queryByRole('button', { name: 'Correct traveler details…' })).toBeNull();
  });

  test('gets an offer that copies a previous place, and keeps the inputs after a concurrent change', async () => {
    const record = await visit();
    await userEvent.click(await record.findByRole('button', { name: 'Enter an offer…' }));
    const form = within(await screen.findByRole('form', { name: 'Offer' }));
    await userEvent.selectOptions(await form.findByLabelText(/Copy a previous hotel/), 'Hotel Miradouro');
    await userEvent.click(form.getByRole('button', { name: 'Send offer' }));
    expect(await form.findByText('Please enter the arrival date')).toBeTruthy();
    await userEvent.type(form.getByLabelText('Arrival'), days.arrival);
    await userEvent.type(form.getByLabelText('Departure'), days.departure);
    answers['POST /api/admin/stays/7/offers'] = refused('changed_meanwhile');
    answers['GET /api/admin/stays/7'] = { json: { ...stay, version: 5 } };
    await userEvent.click(form.getByRole('button', { name: 'Send offer' }));
    expect(await form.findByText(/Someone else changed this/)).toBeTruthy();
    answers['POST /api/admin/stays/7/offers'] = { json: { ...stay, stage: 'offered', toDo: null, dueBy: null } };
    await userEvent.click(form.getByRole('button', { name: 'Send offer' }));
    await waitFor(() => expect(posted()).toEqual([4, 5].map((version) => ({ ...place, ...days, version }))));
  });

  test('with an accepted offer can be booked, and a super administrator corrects the traveler', async () => {
    const record = await visit({ ...stay, stage: 'offered', toDo: 'book', dueBy: null, offers: [accepted] }, 'super_admin');
    expect(await record.findByText('$24.50 (Tourist tax)')).toBeTruthy();
    expect(record.queryByRole('button', { name: 'Enter an offer…' })).toBeNull();
    await userEvent.click(record.getByRole('button', { name: 'Correct traveler details…' }));
    const form = within(await screen.findByRole('form', { name: 'Traveler' }));
    await userEvent.clear(form.getByLabelText(/Full name/));
    await userEvent.type(form.getByLabelText(/Full name/), 'Ada B. Traveler');
    await userEvent.type(form.getByLabelText('Reason'), 'A new passport');
    answers['PUT /api/admin/stays/7/traveler'] = { json: stay };
    await userEvent.click(form.getByRole('button', { name: 'Correct traveler details' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
        traveler: { ...stay.traveler, fullName: 'Ada B. Traveler' },
        reason: 'A new passport',
        version: 4,
      }),
    );
  });

  test('that the provider does not know is confirmed by super administrators', async () => {
    const unclear = {
      ...stay,
      stage: 'booked' as const,
      toDo: 'check' as const,
      providerError: 'The travel provider does not know this booking.',
    };
    const record = await visit(unclear, 'super_admin');
    await userEvent.click(record.getByRole('button', { name: 'Confirm the booking…' }));
    const form = within(await screen.findByRole('form', { name: 'Confirm the booking' }));
    await userEvent.type(form.getByLabelText(/Why/), 'The hotel has it');
    answers['POST /api/admin/stays/7/confirm-booking'] = { json: { ...unclear, toDo: null, providerError: null } };
    await userEvent.click(form.getByRole('button', { name: 'Confirm the booking' }));
    await waitFor(() => expect(posted()).toEqual([{ reason: 'The hotel has it', version: 4 }]));
  });

  test('is recorded as a no-show with a reason', async () => {
    const stayed = { ...stay, stage: 'stayed' as const, toDo: null, dueBy: null };
    const record = await visit({ ...stayed, canRecordNoShow: true });
    await userEvent.click(record.getByRole('button', { name: 'Record a no-show…' }));
    const form = within(await screen.findByRole('form', { name: 'Record a no-show' }));
    expect(form.getByText(/without returning tokens/)).toBeTruthy();
    await userEvent.type(form.getByLabelText(/Why/), 'The hotel called');
    answers['POST /api/admin/stays/7/no-show'] = { json: { ...stayed, noShowAt: '2026-12-05T10:00:00.000Z' } };
    await userEvent.click(form.getByRole('button', { name: 'Record a no-show' }));
    await waitFor(() => expect(posted()).toEqual([{ reason: 'The hotel called', version: 4 }]));
  });

  test('that did not take place shows the answer, and how the tokens return', async () => {
    const complaint = { ...stay, stage: 'stayed' as const, toDo: 'complaint' as const, dueBy: null, tookPlace: false };
    const record = await visit({ ...complaint, comment: 'The hotel was closed' });
    expect(await record.findByText('The hotel was closed')).toBeTruthy();
    expect(record.getByText(/The member then gets their tokens back/)).toBeTruthy();
    await userEvent.click(record.getByRole('button', { name: 'Settle the complaint…' }));
    const form = within(await screen.findByRole('form', { name: 'Settle the complaint' }));
    await userEvent.type(form.getByLabelText(/What we agreed/), 'Sent a voucher');
    expect(form.getByText(/This emails the member/)).toBeTruthy();
    answers['POST /api/admin/stays/7/settle'] = { json: complaint };
    await userEvent.click(form.getByRole('button', { name: 'Settle the complaint' }));
    await waitFor(() => expect(posted()).toEqual([{ reason: 'Sent a voucher', version: 4 }]));
  });
});
