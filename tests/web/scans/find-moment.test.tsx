/** The screen after a find: what the find earned, the owner's thanks, and a picture to share that does not reveal the location. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noProgress } from '#tests/support/progress/progress.ts';
import { canvasFake } from '#tests/web/support/fake-canvas.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { ordinal } from '#web/features/scans/scanning/moment/find-moment.ts';
import { ScanDialog } from '#web/features/scans/scanning/ScanDialog.tsx';

const card = {
  cardId: 'TC-0000001',
  status: 'active',
  location: 'Riverside Park',
  description: 'Under the bench',
  place: { latitude: 35.6, longitude: -82.5 },
  totalScans: 4,
  isOwn: false,
};

let answers: Parameters<typeof fakeServer>[0];
beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  answers = { 'GET /api/finds/TC-0000001': { json: { number: 12, takesLog: true, paidOwner: true, needsOwner: false } } };
  fakeServer(answers);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function find({ tokenBalance = 4, owedTokens = 0, totalScans = 4, tokensEarned = 1 } = {}) {
  answers['GET /api/user'] = { json: { ...member, tokenBalance, owedTokens } };
  await signInAs({ tokenBalance, owedTokens });
  const message = tokensEarned > 0 ? 'Cache Card scanned successfully' : 'You have already collected this Cache Card';
  answers['POST /api/scan'] = { json: { message, tokensEarned, tokenBalance, card: { ...card, totalScans } } };
  render(
    <PageFrame>
      <ScanDialog open onClose={() => {}} />
    </PageFrame>,
  );
  await userEvent.type(await screen.findByLabelText('Or type the card ID'), 'TC-0000001');
  await userEvent.click(screen.getByRole('button', { name: 'Collect' }));
  await screen.findByText('Scan Successful!');
}
const meaning = async () => within(await screen.findByRole('region', { name: 'What this find means' }));

describe('the moment of a find', () => {
  test('shows its number, its owner’s reward, and the distance to the next stay', async () => {
    await find();
    const meaningRegion = await meaning();
    expect(await meaningRegion.findByText('Your 12th find.')).toBeTruthy();
    expect(meaningRegion.getByText('You just earned the owner 1 token, too. They say thanks!')).toBeTruthy();
    const bar = meaningRegion.getByRole('progressbar', { name: 'Progress to the 3-4 Night Regional Stay' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['4', '60']);
    expect(meaningRegion.getByText('56 Treasure Tokens')).toBeTruthy();
    expect(meaningRegion.queryByText(/the first to find this card/)).toBeNull();
  });

  test('that is the member’s and the card’s first is welcomed', async () => {
    answers['GET /api/finds/TC-0000001'] = { json: { number: 1, takesLog: false, paidOwner: false, needsOwner: true } };
    await find({ tokenBalance: 1, totalScans: 1 });
    const meaningRegion = await meaning();
    expect(await meaningRegion.findByText('Your first find: welcome to the trail!')).toBeTruthy();
    expect(meaningRegion.getByText('First find')).toBeTruthy();
    expect(localStorage.getItem(`seen_medals_${member.id}`)).toBe('["finds_1"]');
    expect(meaningRegion.getByText('You’re the first to find this card!')).toBeTruthy();
    expect(meaningRegion.queryByText(/owner/)).toBeNull();
    expect(await screen.findByText(/This card needs a new owner/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Leave a note/ })).toBeNull();
  });

  test('that is repeated offers again to adopt a card without an owner', async () => {
    answers['GET /api/finds/TC-0000001'] = { json: { number: 12, takesLog: true, paidOwner: false, needsOwner: true } };
    await find({ tokensEarned: 0 });
    expect(await screen.findByText(/This card needs a new owner/)).toBeTruthy();
  });

  test('does not claim a reward for an owner who was not paid', async () => {
    answers['GET /api/finds/TC-0000001'] = { json: { number: 12, takesLog: true, paidOwner: false, needsOwner: false } };
    await find();
    const meaningRegion = await meaning();
    expect(await meaningRegion.findByText('Your 12th find.')).toBeTruthy();
    expect(meaningRegion.queryByText(/owner/)).toBeNull();
  });

  test.each([
    [61, 0, 'Progress to the 5-7 Night Regional Stay', '29 Treasure Tokens'],
    [61, 5, 'Progress to the 3-4 Night Regional Stay', '4 Treasure Tokens'],
  ])('with %i tokens, of which %i are owed, aims at the next stay', async (tokenBalance, owedTokens, label, missing) => {
    await find({ tokenBalance, owedTokens });
    const meaningRegion = await meaning();
    expect(await meaningRegion.findByRole('progressbar', { name: label })).toBeTruthy();
    expect(meaningRegion.getByText(missing)).toBeTruthy();
  });

  test('shows when every stay is within reach', async () => {
    await find({ tokenBalance: 300 });
    expect(await (await meaning()).findByText('You have enough for any stay.')).toBeTruthy();
  });

  test('moves the member toward their destination, and names the stop that this find reached', async () => {
    const trip = { destinationId: 'lisbon', name: 'Lisbon', country: 'Portugal', type: 'global', tokens: 100 };
    answers['GET /api/progress'] = { json: { ...noProgress, trip } };
    await find({ tokenBalance: 20 });
    const meaningRegion = await meaning();
    expect(await meaningRegion.findByRole('progressbar', { name: 'Progress to Lisbon' })).toBeTruthy();
    expect(meaningRegion.getByText('80 Treasure Tokens')).toBeTruthy();
    expect(meaningRegion.getByText('You reached the 20-token stop!')).toBeTruthy();
    cleanup();
    await find({ tokenBalance: 21 });
    expect((await meaning()).queryByText(/You reached the .*stop/)).toBeNull();
  });

  test('offers the next card nearby and a note to the owner', async () => {
    await find();
    expect((await screen.findByRole('link', { name: 'Next card near here' })).getAttribute('href')).toBe('/dashboard/find?near=35.6,-82.5');
    expect(await screen.findByRole('button', { name: 'Leave a note for the owner of TC-0000001' })).toBeTruthy();
  });

  test('omits what could not be loaded, and still accepts a note', async () => {
    answers['GET /api/finds/TC-0000001'] = new TypeError('Failed to fetch');
    await find();
    expect(await screen.findByRole('button', { name: 'Leave a note for the owner of TC-0000001' })).toBeTruthy();
    expect((await meaning()).queryByText(/find\./)).toBeNull();
    expect((await meaning()).getByRole('progressbar')).toBeTruthy();
  });

  test('without a token has no such moment', async () => {
    await find({ tokensEarned: 0 });
    expect(screen.queryByRole('region', { name: 'What this find means' })).toBeNull();
  });
});

describe('the picture to share', () => {
  let canvas: ReturnType<typeof canvasFake>;
  beforeEach(() => {
    canvas = canvasFake();
  });
  async function askForIt() {
    await find();
    // Waits for the response that contains the number of finds.
    await screen.findByText('Your 12th find.');
    await userEvent.click(await screen.findByRole('button', { name: 'Make a picture to share' }));
  }
  async function draw() {
    await askForIt();
    await screen.findByRole('img', { name: 'A drawn map: Cache Card found!, My 12th find' });
  }

  test('is drawn on request, with words that reveal neither card nor place', async () => {
    await draw();
    expect(document.activeElement?.textContent).toBe('Your shareable picture');
    await waitFor(() => expect(canvas.words()).toEqual(['Cache Card found!', 'My 12th find', 'Cache Cards']));
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  test('can be saved as a file', async () => {
    await draw();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual(['cache-card-find-12.png blob:a-picture']));
  });

  test('can be shared if the device shares files; canceling is no failure', { tags: 'long' }, async () => {
    const share = vi.fn().mockRejectedValueOnce(new DOMException('', 'AbortError')).mockResolvedValue(undefined);
    Object.assign(navigator, { share, canShare: () => true });
    await draw();
    for (const _ of [1, 2]) await userEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledTimes(2);
    const { files, ...texts } = share.mock.lastCall?.[0] ?? {};
    expect(files.map((file: File) => [file.name, file.type])).toEqual([['cache-card-find-12.png', 'image/png']]);
    expect(JSON.stringify(texts)).not.toMatch(/TC-|Riverside|35\.6|http/);
    expect(screen.queryByText('Couldn’t share the picture')).toBeNull();
    Object.assign(navigator, { share: undefined, canShare: undefined });
  });

  test('that the browser cannot draw is reported', async () => {
    canvas.refuse();
    await askForIt();
    expect(await screen.findByText('This browser can’t create the picture.')).toBeTruthy();
  });
});

test('ordinals have their English endings', () => {
  expect([1, 2, 3, 4, 11, 12, 21, 22, 103, 111, 999].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '21st',
    '22nd',
    '103rd',
    '111th',
    '999th',
  ]);
});
