/** The page of medals. */
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Progress } from '#schema/progress/progress.ts';
import { noProgress } from '#tests/support/progress/progress.ts';
import { canvasFake } from '#tests/web/support/fake-canvas.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { ProgressCard } from '#web/features/progress/ProgressCard.tsx';
import { ShareTripDialog } from '#web/features/progress/ShareTripDialog.tsx';
import { storeToken } from '#web/lib/auth-storage.ts';
import { dismissToast, showToast } from '#web/lib/react/toast.ts';
import { MedalsPage } from '#web/pages/medals/MedalsPage.tsx';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

async function visit(progress: Progress) {
  await signInAs({});
  await mutate(() => true, undefined, { revalidate: false });
  answers['GET /api/progress'] = { json: progress };
  render(
    <PageFrame>
      <MedalsPage />
    </PageFrame>,
  );
  await screen.findByRole('heading', { name: /^Earned/ });
}

const earn = (id: string) => noProgress.medals.map((medal) => (medal.id === id ? { ...medal, count: 1, earnedOn: '2026-11-20' } : medal));

test('a newcomer sees how to earn the first medal, and all other goals on demand', async () => {
  await visit(noProgress);
  expect(screen.getByText('Your first find earns your first medal.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find cards' }).getAttribute('href')).toBe('/dashboard/find');
  const goals = within(screen.getByRole('region', { name: 'Next goals' }));
  expect(goals.getAllByRole('listitem')).toHaveLength(12);
  await userEvent.click(goals.getByRole('button', { name: /^Show all/ }));
  expect(goals.getByText('0 of 1,000 finds')).toBeTruthy();
});

test('with every medal earned, the next length of the trail shows, and later ones on demand', async () => {
  await visit({ ...noProgress, medals: noProgress.medals.map((medal) => ({ ...medal, earnedOn: '2026-03-01' })) });
  const goals = within(screen.getByRole('region', { name: 'Next goals' }));
  expect(goals.getAllByText(/-week trail$/)).toHaveLength(1);
  await userEvent.click(goals.getByRole('button', { name: /^Show all/ }));
  expect(goals.getAllByText(/-week trail$/).length).toBeGreaterThan(1);
});

test('free members without a find see goals that they can work on now', async () => {
  answers['GET /api/progress'] = { json: noProgress };
  await signInAs({});
  render(
    <PageFrame>
      <ProgressCard />
    </PageFrame>,
  );
  const next = within(await screen.findByRole('list', { name: 'Next goals' }));
  expect(next.getByText('First find')).toBeTruthy();
  expect(next.getByText('Out and about')).toBeTruthy();
});

test('a medal is shown to others only when the member chooses to', async () => {
  await visit({ ...noProgress, medals: earn('finds_1') });
  await userEvent.click(screen.getByRole('button', { name: 'First find Nov 20, 2026' }));
  const dialog = within(screen.getByRole('dialog', { name: 'First find' }));
  expect(dialog.getByText('Only you can see this medal.')).toBeTruthy();
  answers['PUT /api/progress/medal'] = { json: { ...noProgress, medals: earn('finds_1'), shownMedal: 'finds_1' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Show to others' }));
  expect(await dialog.findByRole('button', { name: 'Hide from others' })).toBeTruthy();
  expect(sent.find(({ path }) => path === '/api/progress/medal')?.body).toEqual({ medal: 'finds_1' });
});

test('pictures of a medal and a trip have no words about cards or places where the member has been', async () => {
  const canvas = canvasFake();
  HTMLImageElement.prototype.decode = async () => undefined;
  const trip = { destinationId: 'sedona', name: 'Sedona', country: 'United States', type: 'regional-short', tokens: 60 } as const;
  render(<ShareTripDialog trip={trip} tokens={12} onClose={() => undefined} />);
  await waitFor(() => expect(canvas.words()).toEqual(expect.arrayContaining(['Cache Cards'])));
  expect(canvas.words().sort()).toEqual(['12 of 60 Treasure Tokens', 'Cache Cards', 'On my way', 'to Sedona']);
  cleanup();
  canvas.words().length = 0;
  await visit({ ...noProgress, medals: earn('towns_3') });
  await userEvent.click(screen.getByRole('button', { name: /Nov 20, 2026/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a picture to share' }));
  await waitFor(() => expect(canvas.words()).toEqual(expect.arrayContaining(['Cache Cards'])));
  expect(canvas.words().sort()).toEqual(['Cache Cards', 'Medal earned', 'Out and about']);
});

test('the first visit stores the device’s time zone', async () => {
  answers['PUT /api/progress/time-zone'] = { json: noProgress };
  await visit({ ...noProgress, timeZone: null });
  await waitFor(() => expect(sent.some(({ path, body }) => path === '/api/progress/time-zone' && 'timeZone' in Object(body))).toBe(true));
});

test('a new medal is announced once, after the find’s own message, and one from long ago never', async () => {
  const medals = noProgress.medals.map((medal) => {
    if (medal.id === 'finds_1') return { ...medal, count: 1, earnedOn: '2024-11-20' };
    return medal.id === 'towns_3' ? { ...medal, count: 3, earnedOn: new Date().toISOString().slice(0, 10) } : medal;
  });
  const open = async () => {
    await signInAs({});
    storeToken(`x.${btoa(JSON.stringify({ userId: member.id }))}.x`);
    answers['GET /api/progress'] = { json: { ...noProgress, medals } };
    render(
      <PageFrame>
        <ProgressCard />
      </PageFrame>,
    );
    await screen.findByText('0 weeks');
  };
  act(() => showToast({ tone: 'success', title: 'Scan Successful!' }));
  await open();
  expect(screen.getByText('Scan Successful!')).toBeTruthy();
  act(dismissToast);
  expect(await screen.findByText('New medal: Out and about')).toBeTruthy();
  act(dismissToast);
  cleanup();
  await open();
  expect(screen.queryByText(/^New medal/)).toBeNull();
  localStorage.clear();
});
