import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import type { CardActivity as Activity } from '#schema/scans/find.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { fakeGeolocation } from '#tests/web/support/fake-geolocation.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { noNotifications } from '#tests/web/support/no-notifications.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { NewCardsPreference } from '#web/features/notifications/NewCardsChoice.tsx';
import { NotificationPreferences } from '#web/features/notifications/NotificationChoices.tsx';
import { CardActivity } from '#web/features/scans/finds/CardActivity.tsx';
import { storeDistanceChoice } from '#web/lib/distance/distance-unit.ts';

vi.mock('#web/features/finding/map/towns/towns.ts', () => ({
  searchTowns: async () => [{ name: 'Asheville', regionName: 'North Carolina, United States', latitude: 35.6, longitude: -82.55 }],
  townsAttribution: 'Towns: GeoNames, CC BY 4.0',
}));

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/user': { json: member },
    'GET /api/config': { json: site },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen) =>
  userEvent.click(where.getByRole('button', { name }));
const bodies = (call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);

describe('the statistics of one’s own card', () => {
  const path = '/api/cache-cards/TC-0000004';
  const log = {
    id: 3,
    finder: 'river_otter',
    finderMedal: 'finds_10',
    text: 'A fine view',
    writtenOn: '2026-11-18',
    isHidden: false,
    isThanked: false,
    isEditedSinceThanks: false,
  };
  const activity: Activity = {
    weeks: [
      { startsOn: '2026-11-09', finds: 0 },
      { startsOn: '2026-11-16', finds: 3 },
    ],
    logs: [log],
  };
  async function visit() {
    answers[`GET ${path}/activity`] ??= { json: activity };
    await signInAs({});
    render(
      <PageFrame>
        <CardActivity cardId="TC-0000004" />
      </PageFrame>,
    );
  }

  test('have a chart with a table, and notes', async () => {
    await visit();
    const table = await screen.findByRole('table', { name: 'Finds by week' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['Week of (UTC)Finds', 'Nov 90', 'Nov 163']);
    expect(screen.getByText('3 finds in 2 weeks')).toBeTruthy();
    expect(screen.getByText('A fine view')).toBeTruthy();
    expect(screen.getByTitle('Ten finds').textContent).toContain('river_otter');
  });

  test('have a new note without its day and finder for 24 hours', async () => {
    answers[`GET ${path}/activity`] = {
      json: { ...activity, logs: [{ ...log, finder: null, finderMedal: null, writtenOn: null }] },
    };
    await visit();
    expect(await screen.findByText('A new finder')).toBeTruthy();
  });

  test('can hide a note and show it again', async () => {
    await visit();
    await screen.findByText('A fine view');
    answers[`POST ${path}/logs/3/hide`] = { json: { message: 'Hidden' } };
    answers[`POST ${path}/logs/3/show`] = { json: { message: 'Shown' } };
    answers[`GET ${path}/activity`] = { json: { ...activity, logs: [{ ...log, isHidden: true }] } };
    await press('Hide the note from river_otter');
    expect(await screen.findByText('You hid this note.')).toBeTruthy();
    answers[`GET ${path}/activity`] = { json: activity };
    await press('Show the note from river_otter');
    expect(await screen.findByText('A fine view')).toBeTruthy();
  });

  test('can thank the author of a note, but not of a hidden one', async () => {
    await visit();
    answers[`POST ${path}/logs/3/thank`] = { json: { message: 'Sent' } };
    answers[`GET ${path}/activity`] = {
      json: {
        ...activity,
        logs: [
          { ...log, isThanked: true },
          { ...log, id: 5, isThanked: true, isEditedSinceThanks: true },
          { ...log, id: 4, text: '', isHidden: true },
        ],
      },
    };
    await userEvent.click(await screen.findByRole('button', { name: 'Say thanks to river_otter' }));
    expect(await screen.findByText('You said thanks.')).toBeTruthy();
    expect(screen.getByText('You thanked an earlier version of this note.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Say thanks to river_otter' })).toBeNull();
  });

  test('report that there are no notes', async () => {
    answers[`GET ${path}/activity`] = { json: { ...activity, logs: [] } };
    await visit();
    expect(await screen.findByText(/No notes yet/)).toBeTruthy();
  });
});

describe('emails about finds and new cards', () => {
  const preferences: Preferences = {
    wantsOptionalMail: true,
    digest: 'off',
    language: 'en',
    languages: ['en'],
    newCards: null,
    notifications: noNotifications,
    hasPassword: true,
    freshUntil: '2026-01-01T00:00:00.000Z',
  };
  async function visit(known: Partial<Preferences> = {}) {
    answers['GET /api/preferences'] = { json: { ...preferences, ...known } };
    await signInAs({});
    render(
      <PageFrame>
        <NotificationPreferences user={member as User} />
        <NewCardsPreference />
      </PageFrame>,
    );
  }

  test('a digest is saved when it is chosen', async () => {
    await visit();
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Email digest about your cards' });
    expect(choice.value).toBe('off');
    answers['PUT /api/preferences/digest'] = { json: { ...preferences, digest: 'weekly' } };
    await userEvent.selectOptions(choice, 'Weekly');
    expect(await screen.findByText('Preferences saved')).toBeTruthy();
    expect(choice.value).toBe('weekly');
    expect(bodies('PUT /api/preferences/digest')).toEqual([{ frequency: 'weekly' }]);
    answers['PUT /api/preferences/digest'] = new TypeError('offline');
    await userEvent.selectOptions(choice, 'Never');
    expect(await screen.findByText('Couldn’t save your preferences')).toBeTruthy();
    expect(choice.value).toBe('weekly');
  });

  test('a place for new cards comes from the device, with a radius', async () => {
    fakeGeolocation({ latitude: 35.5951, longitude: -82.5515, accuracy: 8 });
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Choose a place' }));
    await press('Save');
    expect(await screen.findByText('Latitude must be a number')).toBeTruthy();
    await press('Use my location');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Radius' }), '10 mi');
    answers['PUT /api/preferences/new-cards'] = { json: { ...preferences, newCards: { latitude: 35.6, longitude: -82.55, radiusKm: 16 } } };
    await press('Save');
    const place = await screen.findByText(/of 35.6, -82.55/);
    expect(place.textContent).toBe('Within 10 mi of 35.6, -82.55');
    expect(bodies('PUT /api/preferences/new-cards')).toEqual([{ latitude: 35.5951, longitude: -82.5515, radiusKm: 16 }]);
    act(() => storeDistanceChoice('metric'));
    expect(place.textContent).toBe('Within 16 km of 35.6, -82.55');
    await press('Change');
    const radii = within(screen.getByRole('combobox', { name: 'Radius' })).getAllByRole('option');
    expect(radii.map((option) => option.textContent)).toEqual(['1 km', '2 km', '5 km', '10 km', '16 km', '25 km', '50 km', '100 km']);
    act(() => storeDistanceChoice(null));
  });

  eachVariant([
    ['ashe', /^Asheville/, { latitude: 35.6, longitude: -82.55 }],
    ['N 35° 35.706 W 082° 33.090', /^35.5951/, { latitude: 35.5951, longitude: -82.5515 }],
  ])('a place for new cards can be typed: %s', async (typed, option, place) => {
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Choose a place' }));
    const box = screen.getByRole('combobox', { name: 'Town or coordinates' });
    await userEvent.type(box, '95, 200');
    expect(await screen.findByText(/^Latitude must be between -90 and 90/)).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.type(box, typed);
    await userEvent.click(await screen.findByRole('option', { name: option }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Latitude' }).value).toBe(String(place.latitude));
    answers['PUT /api/preferences/new-cards'] = { json: { ...preferences, newCards: { ...place, radiusKm: 24 } } };
    await press('Save');
    expect(await screen.findByText('15 mi')).toBeTruthy();
    expect(bodies('PUT /api/preferences/new-cards')).toEqual([{ ...place, radiusKm: 24 }]);
  });

  test('can be turned off, and show when they are off together with other news', async () => {
    const notifications = { ...preferences.notifications, email: ['new_cards' as const] };
    await visit({ newCards: { latitude: 35.6, longitude: -82.55, radiusKm: 10 }, wantsOptionalMail: false, notifications });
    expect(await screen.findByText(/^All of the emails below are paused/)).toBeTruthy();
    answers['DELETE /api/preferences/new-cards'] = { json: preferences };
    await press('Turn off');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a place' })).toBeTruthy());
  });
});
