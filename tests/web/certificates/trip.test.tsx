/** The trip card of an activated certificate, at each stage of its stay. Product rules: Certificates. */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { errorMessage } from '#schema/errors.ts';
import { routes } from '#schema/routes.ts';
import { ownTerms } from '#schema/stays.ts';
import { bookedTrip, certificate, dayIn, inDays, offer, offeredTrip, stay, traveler, trip } from '#tests/support/certificates/trips.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
// Preloads the card because lazy-loading it would slow down the first test on a busy machine.
import '#web/features/certificates/trip/TripCard.tsx';
import { calendarDay, dayRange } from '#web/lib/calendar-day.ts';
import { CertificatesPage } from '#web/pages/certificates/CertificatesPage.tsx';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = { 'GET /api/stays/catalogue': { json: { version: 'v1', terms: ownTerms } } };
  sent = fakeServer(answers);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const list = 'GET /api/vacation-certificates';
const stayCall = (call: string) => call.replace(' ', ' /api/stays/VC-7K2M-9QXA/');
const changes = () => sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

async function visit(...certificates: VacationCertificate[]) {
  answers[list] = { json: certificates };
  await signInAs({});
  await mutate('/api/vacation-certificates', undefined, { revalidate: false });
  const { hook, searchHook } = memoryLocation({ path: routes.certificates.path });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <PageFrame>
        <CertificatesPage />
      </PageFrame>
    </Router>,
  );
}

const card = async (name: string | RegExp) => within(await screen.findByRole('article', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a trip without travel preferences', () => {
  test('asks for travel preferences, and shows when to expect an offer', async () => {
    await visit(trip({}));
    const wishes = await card('Where would you like to go?');
    await userEvent.selectOptions(await wishes.findByLabelText('Destination'), 'kyoto');
    const month = dayIn(70).slice(0, 7);
    await userEvent.selectOptions(wishes.getByLabelText('When'), month);
    await press('+ Add another choice');
    const second = within(wishes.getByRole('group', { name: 'Second choice' }));
    await userEvent.selectOptions(second.getByLabelText('When'), 'On an exact date…');
    await userEvent.type(second.getByLabelText('Arrival date'), dayIn(40));
    await userEvent.selectOptions(second.getByLabelText('Travelers'), '1 traveler');
    const saved = [
      { destinationId: 'kyoto', month, arrival: null, travelers: 2 },
      { destinationId: null, month: null, arrival: dayIn(40), travelers: 1 },
    ];
    answers[stayCall('PUT wishes')] = { json: trip({ stage: 'wished', wishes: saved, offerDueBy: inDays(14) }) };
    await press('Send preferences');
    expect(await screen.findByRole('heading', { name: 'We’re looking for your stay' })).toBeTruthy();
    expect(changes()).toEqual([['PUT', '/api/stays/VC-7K2M-9QXA/wishes', { wishes: saved, version: 3 }]]);
    const summary = screen.getByText(/We’ll email you an offer by/).textContent;
    expect(summary).toContain(`by ${calendarDay(inDays(14))}. If we don’t find one, you get your 120 Treasure Tokens back.`);
    expect(screen.getByText('Kyoto')).toBeTruthy();
    expect(screen.getByText(`arriving ${calendarDay(dayIn(40))}, 1 traveler`)).toBeTruthy();
  });

  test('offers only destinations, months and numbers of travelers that its terms allow', async () => {
    await visit(trip({}, { validUntil: inDays(60) }));
    const wishes = await card('Where would you like to go?');
    const options = (label: string) =>
      within(wishes.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    await wishes.findByLabelText('Destination');
    expect(options('Destination')).toEqual(['Surprise me', 'Lisbon, Portugal', 'Kyoto, Japan', 'Queenstown, New Zealand']);
    expect(options('Travelers')).toEqual(['1 traveler', '2 travelers']);
    expect(options('When').length).toBeLessThanOrEqual(5);
    await press('+ Add another choice');
    await press('+ Add another choice');
    expect(screen.queryByRole('button', { name: '+ Add another choice' })).toBeNull();
    await press('Remove second choice');
    expect(wishes.getAllByRole('group', { name: /choice/ })).toHaveLength(2);
  });

  test('shows each missing or rejected value at its input, and keeps all input', async () => {
    await visit(trip({}));
    const wishes = await card('Where would you like to go?');
    await userEvent.selectOptions(await wishes.findByLabelText('Destination'), 'lisbon');
    await press('Send preferences');
    expect(await wishes.findByText('Please choose a month')).toBeTruthy();
    await userEvent.selectOptions(wishes.getByLabelText('When'), dayIn(70).slice(0, 7));
    answers[stayCall('PUT wishes')] = refused('wish_too_late', { field: 'wishes.0.month', params: { validUntil: '2027-01-01' } });
    await press('Send preferences');
    expect(await wishes.findByText(errorMessage('wish_too_late', { validUntil: '2027-01-01' }))).toBeTruthy();
    expect(wishes.getByLabelText('When').getAttribute('aria-invalid')).toBe('true');
    expect(wishes.getByLabelText('Destination')).toHaveProperty('value', 'lisbon');
  });

  test('shows a traveler entered under earlier rules, and applies the current ones to a correction', async () => {
    await visit(trip({ traveler: { ...traveler, fullName: 'Inês\nMüller 2', birthDate: '1890-01-01' } }));
    await card('Where would you like to go?');
    await userEvent.click(screen.getByText('Traveler and certificate'));
    expect(screen.getByText('Jan 1, 1890')).toBeTruthy();
    await press('Correct traveler details');
    const form = await dialog('Correct traveler details');
    await userEvent.type(form.getByLabelText('Full name'), 'x');
    await userEvent.click(form.getByRole('button', { name: 'Save traveler' }));
    expect(await form.findByText('Please check the year of birth: it is before 1900')).toBeTruthy();
    expect(form.getByText('Please enter the name without digits')).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  test('asks for the traveler first if there is none', async () => {
    await visit(trip({ traveler: null }));
    const wishes = await card('Where would you like to go?');
    expect(wishes.queryByRole('button', { name: 'Send preferences' })).toBeNull();
    await press('Name the traveler');
    const form = await dialog('Who is traveling?');
    await userEvent.type(form.getByLabelText('Full name'), traveler.fullName);
    await userEvent.type(form.getByLabelText('Date of birth'), traveler.birthDate);
    await userEvent.type(form.getByLabelText('Email'), traveler.email);
    await userEvent.type(form.getByLabelText('Phone'), traveler.phone);
    answers[stayCall('PUT traveler')] = { json: trip({}) };
    await userEvent.click(form.getByRole('button', { name: 'Save traveler' }));
    expect(await wishes.findByRole('button', { name: 'Send preferences' })).toBeTruthy();
    expect(changes()).toEqual([['PUT', '/api/stays/VC-7K2M-9QXA/traveler', { traveler, version: 3 }]]);
  });
});

describe('a trip that waits for an offer', () => {
  const wishes = [{ destinationId: 'lisbon', month: dayIn(70).slice(0, 7), arrival: null, travelers: 2 }];
  const waiting = (more = {}) => trip({ stage: 'wished', wishes, offerDueBy: inDays(14), ...more });

  test('lets the member change their travel preferences', async () => {
    await visit(waiting({ isBeingChecked: true }));
    const shown = await card('We’re looking for your stay');
    expect(shown.getByText(/^We’re checking your certificate once more/)).toBeTruthy();
    await press('Change preferences');
    const form = await dialog('Change your travel preferences');
    await userEvent.selectOptions(await form.findByLabelText('Destination'), 'Surprise me');
    answers[stayCall('PUT wishes')] = { json: waiting({ wishes: [{ ...wishes[0], destinationId: null }] }) };
    await userEvent.click(form.getByRole('button', { name: 'Save preferences' }));
    expect(await screen.findByText('Surprise me')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows the offer that arrived while the preferences were being changed, and says so', async () => {
    await visit(waiting());
    await card('We’re looking for your stay');
    await press('Change preferences');
    const form = await dialog('Change your travel preferences');
    await form.findByLabelText('Destination');
    answers[list] = { json: [offeredTrip()] };
    answers[stayCall('PUT wishes')] = refused('wishes_closed');
    await userEvent.click(form.getByRole('button', { name: 'Save preferences' }));
    expect(await screen.findByRole('article', { name: 'Your offer: Lisbon, Portugal' })).toBeTruthy();
    expect(await screen.findByText(errorMessage('wishes_closed'))).toBeTruthy();
  });

  test('can be returned for its tokens after two declined offers, once confirmed', async () => {
    await visit(waiting({ declinedOffers: 2, mayReturn: true }));
    const waitingCard = await card('We’re looking for your stay');
    expect(waitingCard.getByText(/Two offers didn’t fit/)).toBeTruthy();
    await press('Return the certificate and get 120 Treasure Tokens back');
    const confirmation = await dialog('Return the certificate?');
    expect(changes()).toEqual([]);
    answers[stayCall('POST return')] = {
      json: trip({ stage: 'returned' }, { status: 'cancelled', cancelReason: 'returned after two declined offers' }),
    };
    await userEvent.type(confirmation.getByLabelText('Current password'), 'secret-1');
    await userEvent.click(confirmation.getByRole('button', { name: 'Return certificate' }));
    expect(await screen.findByText(/We returned your 120 Treasure Tokens/)).toBeTruthy();
    expect(screen.getByText('Returned')).toBeTruthy();
    expect(changes()).toEqual([['POST', '/api/stays/VC-7K2M-9QXA/return', { currentPassword: 'secret-1' }]]);
  });

  test('can be returned after a canceled booking', async () => {
    await visit(waiting({ mayReturn: true }));
    expect((await card('We’re looking for your stay')).getByText(/Your booking was canceled/)).toBeTruthy();
  });

  test('lets the member correct the traveler once', async () => {
    await visit(waiting());
    const waitingCard = await card('We’re looking for your stay');
    await userEvent.click(waitingCard.getByText('Traveler and certificate'));
    await press('Correct traveler details');
    const form = await dialog('Correct traveler details');
    await userEvent.clear(form.getByLabelText('Full name'));
    await userEvent.type(form.getByLabelText('Full name'), 'Inês Costa');
    answers[stayCall('PUT traveler')] = refused('traveler_has_stay');
    await userEvent.click(form.getByRole('button', { name: 'Save traveler' }));
    expect(await form.findByText(errorMessage('traveler_has_stay'))).toBeTruthy();
    await userEvent.type(form.getByLabelText('Current password'), 'pass-word-1');
    answers[stayCall('PUT traveler')] = { json: waiting({ canCorrectTraveler: false, traveler: { ...traveler, fullName: 'Inês Costa' } }) };
    await userEvent.click(form.getByRole('button', { name: 'Save traveler' }));
    expect(await waitingCard.findByText('Inês Costa')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Correct traveler details' })).toBeNull();
    expect(changes().at(-1)?.[2]).toMatchObject({ traveler: { fullName: 'Inês Costa' }, currentPassword: 'pass-word-1' });
  });
});

describe('an offer', () => {
  test('shows place, dates, room, every cost with its total, and the terms', async () => {
    await visit(offeredTrip());
    const offered = await card('Your offer: Lisbon, Portugal');
    expect(offered.getByText(/^Respond by/).textContent).toContain(`Respond by ${calendarDay(inDays(6.01))}: 6 days`);
    expect(offered.getByText('5 nights')).toBeTruthy();
    expect(offered.getByText('Double room with balcony')).toBeTruthy();
    expect(offered.getByText('Free until 14 days before arrival.')).toBeTruthy();
    expect(offered.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'CostAmount',
      'City taxCharged by the hotel at check-in$40.00',
      'Service feeCharged by the travel provider when you accept the offer$59.50',
      'Total$99.50',
    ]);
  });

  test('is accepted after a confirmation with dates and total', async () => {
    await visit(offeredTrip());
    await card('Your offer: Lisbon, Portugal');
    await press('Accept this offer');
    const confirmation = await dialog('Accept Lisbon, Portugal?');
    expect(confirmation.getByText(dayRange(dayIn(12), dayIn(17)).replace(/\s/g, ' '))).toBeTruthy();
    expect(confirmation.getByText('$99.50')).toBeTruthy();
    expect(changes()).toEqual([]);
    answers[stayCall('POST accept')] = { json: offeredTrip({ status: 'accepted' }, { canCorrectTraveler: false }) };
    await userEvent.type(confirmation.getByLabelText('Current password'), 'secret-1');
    await userEvent.click(confirmation.getByRole('button', { name: 'Accept and book' }));
    const booking = await card('We’re booking Lisbon, Portugal');
    expect(booking.queryByRole('button', { name: 'Accept this offer' })).toBeNull();
    expect(changes()).toEqual([['POST', '/api/stays/VC-7K2M-9QXA/accept', { offerId: 7, currentPassword: 'secret-1' }]]);
  });

  test.each([
    [0, 'If you decline a second offer, you can return the certificate and get your 120 Treasure Tokens back.'],
    [1, 'After that, you can also return the certificate and get your 120 Treasure Tokens back.'],
  ])('after %i declined ones is declined after a confirmation that says what follows', async (declinedOffers, text) => {
    await visit(offeredTrip({}, { declinedOffers }));
    await card('Your offer: Lisbon, Portugal');
    await press('Decline');
    const confirmation = await dialog('Decline Lisbon, Portugal?');
    expect(confirmation.getByText(text)).toBeTruthy();
    expect(confirmation.getByText(/You won’t be able to accept this offer later/)).toBeTruthy();
    answers[stayCall('POST decline')] = { json: trip({ stage: 'wished', declinedOffers: declinedOffers + 1, offerDueBy: inDays(14) }) };
    await userEvent.type(confirmation.getByLabelText('Current password'), 'secret-1');
    await userEvent.click(confirmation.getByRole('button', { name: 'Decline offer' }));
    expect(await screen.findByRole('article', { name: 'We’re looking for your stay' })).toBeTruthy();
    expect(changes()).toEqual([['POST', '/api/stays/VC-7K2M-9QXA/decline', { offerId: 7, currentPassword: 'secret-1' }]]);
  });

  test('reloads the stay with an explanation if it was closed in the meantime', async () => {
    await visit(offeredTrip());
    await card('Your offer: Lisbon, Portugal');
    await press('Accept this offer');
    const confirmation = await dialog('Accept Lisbon, Portugal?');
    answers[list] = { json: [trip({ stage: 'wished', declinedOffers: 1, offerDueBy: inDays(14) })] };
    answers[stayCall('POST accept')] = refused('offer_closed');
    await userEvent.click(confirmation.getByRole('button', { name: 'Accept and book' }));
    expect(await screen.findByRole('article', { name: 'We’re looking for your stay' })).toBeTruthy();
    expect(screen.getByText(errorMessage('offer_closed'))).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('can no longer be answered once it expires on the open page', async () => {
    await visit(offeredTrip({ expiresAt: inDays(-0.001) }));
    const offered = await card('Your offer: Lisbon, Portugal');
    expect(offered.getByText('This offer has expired')).toBeTruthy();
    expect(offered.queryByRole('button', { name: 'Accept this offer' })).toBeNull();
  });

  test('keeps its dialog open if the network fails', async () => {
    await visit(offeredTrip());
    await card('Your offer: Lisbon, Portugal');
    await press('Accept this offer');
    const confirmation = await dialog('Accept Lisbon, Portugal?');
    answers[stayCall('POST accept')] = { status: 500, text: 'broken' };
    await userEvent.click(confirmation.getByRole('button', { name: 'Accept and book' }));
    expect(await confirmation.findByText('Couldn’t accept the offer')).toBeTruthy();
  });
});

describe('a booked trip', () => {
  test('counts the days and has everything for the way', async () => {
    await visit(bookedTrip());
    const booked = await card('Your trip in 12 days');
    for (const text of ['Lisbon, Portugal', 'HTL-4711', 'From 3 pm at the front desk.', '5 nights']) {
      expect(booked.getByText(text)).toBeTruthy();
    }
    const hrefs = Object.fromEntries(booked.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]));
    expect(hrefs).toMatchObject({
      'Download voucher (PDF)': '/api/stays/VC-7K2M-9QXA/voucher.pdf',
      'Add to calendar': '/api/stays/VC-7K2M-9QXA/stay.ics',
      'Open map': 'https://www.google.com/maps/search/?api=1&query=38.71%2C-9.14',
      '+351 21 555 0199': 'tel:+351215550199',
      'front@flores.test': 'mailto:front@flores.test',
    });
  });

  test.each([
    [1, 'Your trip starts tomorrow'],
    [0, 'Your trip starts today'],
    [-1, 'Enjoy your stay'],
    [-5, 'Welcome back'],
  ])('that starts in %i days says: %s', async (days, title) => {
    await visit(bookedTrip({ arrival: dayIn(days), departure: dayIn(days + 5) }));
    expect(await screen.findByRole('article', { name: title })).toBeTruthy();
  });
});

test('a booked trip says how to cancel, and what happens to the tokens', async () => {
  await visit(bookedTrip());
  const booked = await card('Your trip in 12 days');
  await userEvent.click(booked.getByText('Costs and cancellation'));
  expect(booked.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/contact');
  expect(booked.getByText(/^To cancel or change the trip/).textContent).toBe(
    'To cancel or change the trip, write to us with certificate number VC-7K2M-9QXA. If you cancel while it’s free, you get your 120 Treasure Tokens back; after that, the terms above apply.',
  );
});

describe('a trip that is over', () => {
  const over = (tookPlace: boolean | null, isNoShow = false) =>
    trip({ stage: 'stayed', tookPlace, isNoShow, offer: offer({ status: 'accepted', arrival: dayIn(-9), departure: dayIn(-4) }) });

  test('asks whether the stay took place, and accepts a comment', async () => {
    await visit(over(null));
    const stayed = await card('How was your stay?');
    await press('Send answer');
    expect(await stayed.findByText('Please choose yes or no')).toBeTruthy();
    await userEvent.click(stayed.getByRole('radio', { name: 'No' }));
    await userEvent.type(stayed.getByLabelText(/A note for our team/), 'The hotel was closed.');
    answers[stayCall('POST answer')] = { json: over(false) };
    await press('Send answer');
    expect(await screen.findByText(/We’re looking into it/)).toBeTruthy();
    expect(changes()).toEqual([['POST', '/api/stays/VC-7K2M-9QXA/answer', { tookPlace: false, comment: 'The hotel was closed.' }]]);
  });

  test('asks what happened after the hotel reported a no-show', async () => {
    await visit(over(null, true));
    const missed = await card('How was your stay?');
    expect(missed.getByText(/We heard that nobody checked in/)).toBeTruthy();
    expect(missed.getByRole('button', { name: 'Send answer' })).toBeTruthy();
  });

  test('asks only once', async () => {
    await visit(over(true));
    const stayed = await card('Lisbon, Portugal');
    expect(stayed.queryByRole('button', { name: 'Send answer' })).toBeNull();
  });

  test('without a booking shows that the certificate has expired', async () => {
    await visit(trip({ stage: 'expired', traveler: null, canCorrectTraveler: false }, { validUntil: '2026-10-05T23:59:59.000Z' }));
    const ended = await card('This certificate has expired');
    expect(ended.getByText('The certificate was valid until Oct 5, 2026.')).toBeTruthy();
    expect(ended.queryByRole('list', { name: 'Steps' })).toBeNull();
  });
});

test('the app icon’s badge counts the certificates that need the member’s action', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { setAppBadge }));
  await visit(certificate({ number: 'VC-2' }), offeredTrip(), trip(stay(), { number: 'VC-3' }));
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
});
