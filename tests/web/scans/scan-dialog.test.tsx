import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scannerSampleIntervalMs, secondReaderAfterMs } from '#schema/rules.ts';
import { cameraFake } from '#tests/web/support/fake-camera.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { ScanDialog } from '#web/features/scans/scanning/ScanDialog.tsx';

const frameContent = vi.hoisted(() => ({ text: null as string | null, isLarge: false, secondCalled: false }));
vi.mock('#web/features/scans/scanning/camera/decoder.ts', () => ({
  createDecoder: async () => ({
    frame: async () => (frameContent.text ? frameContent : null),
    photo: async () => (frameContent.text ? frameContent : null),
    loadSecondReader: async () => {
      frameContent.secondCalled = true;
    },
  }),
}));

const card = {
  cardId: 'TC-0000001',
  status: 'active',
  location: 'Riverside Park',
  description: null,
  place: null,
  totalScans: 4,
  isOwn: false,
};
const rewarded = { message: 'Cache Card scanned successfully', tokensEarned: 1, tokenBalance: 8, card };

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
let camera: ReturnType<typeof cameraFake>;
beforeEach(() => {
  Object.assign(frameContent, { text: null, isLarge: false, secondCalled: false });
  answers = {};
  sent = fakeServer(answers);
  camera = cameraFake();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const scans = () => sent.filter(({ method, path }) => method === 'POST' && path === '/api/scan');

function open() {
  return render(<ScanDialog open onClose={() => {}} />);
}

describe('the scan dialog’s camera', () => {
  test('reads a card with its code, sends it once and stops', async () => {
    answers['POST /api/scan'] = { json: rewarded };
    open();
    expect(await screen.findByText('Hold the card’s QR code in the frame')).toBeTruthy();
    frameContent.text = 'https://cards.test/card?id=TC-0000001&k=ABCD2345';
    expect(await screen.findByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeTruthy();
    expect(screen.getByText('8 Treasure Tokens')).toBeTruthy();
    expect(screen.getByText('Scan Successful!')).toBeTruthy();
    expect(scans().map(({ body }) => body)).toEqual([{ cardId: 'TC-0000001', code: 'ABCD2345', source: 'camera' }]);
    expect(camera.isOff()).toBe(true);
  });

  test('explains what is not a card and keeps scanning', { tags: 'long' }, async () => {
    answers['POST /api/scan'] = { json: rewarded };
    frameContent.text = 'https://example.com/menu';
    open();
    expect(await screen.findByText('Invalid QR code format. Please scan a valid Cache Card QR code.')).toBeTruthy();
    expect(camera.isOff()).toBe(false);
    frameContent.text = 'TC-0000001';
    expect(await screen.findByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeTruthy();
  });

  test('names another code that is large, so that the member moves closer to the card', async () => {
    Object.assign(frameContent, { text: 'https://example.com/menu', isLarge: true });
    open();
    expect(await screen.findByText('That’s another QR code. Move closer to the card.')).toBeTruthy();
  });

  test('calls the second reader after two seconds without a card, even if it sees another code', { tags: 'long' }, async () => {
    frameContent.text = 'https://example.com/menu';
    open();
    await screen.findByText('Invalid QR code format. Please scan a valid Cache Card QR code.');
    const startedAt = performance.now();
    await waitFor(() => expect(frameContent.secondCalled).toBe(true), { timeout: 5_000 });
    expect(performance.now() - startedAt).toBeGreaterThan(secondReaderAfterMs - scannerSampleIntervalMs);
  });

  test('can be stopped and started, and is off after the dialog has closed', async () => {
    const { unmount } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Stop Scanner' }));
    expect(camera.isOff()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Start Scanner' }));
    await screen.findByRole('button', { name: 'Stop Scanner' });
    await waitFor(() => expect(camera.isOff()).toBe(false));
    unmount();
    expect(camera.isOff()).toBe(true);
  });

  test('that starts after the dialog was closed is stopped at once', async () => {
    const opening = camera.holdOpening();
    const { unmount } = open();
    unmount();
    opening.finish();
    await waitFor(() => expect(camera.opened()).toBe(1));
    await waitFor(() => expect(camera.isOff()).toBe(true));
  });

  test.each([
    ['NotAllowedError', 'Camera access was denied. Please allow camera access to scan QR codes.'],
    ['NotFoundError', 'No camera was found on this device.'],
    ['NotReadableError', 'The camera is in use by another app.'],
    ['TypeError', 'An error occurred with the scanner. Please try again.'],
  ])('refused with %s shows the reason', async (name, message) => {
    camera.refuse(name);
    open();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('Or type the card ID')).toBeTruthy();
    camera.allow();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Hold the card’s QR code in the frame')).toBeTruthy();
  });

  test('missing in an app’s own browser offers the default browser and a photo', async () => {
    Object.assign(navigator, { mediaDevices: undefined });
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15; wv) Chrome/141.0 Instagram 405.1.0');
    open();
    expect(await screen.findByText('This browser can’t use the camera.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open in your browser' }).getAttribute('href')).toMatch(/^intent:/);
    expect(screen.getByRole('button', { name: 'Use a photo' })).toBeTruthy();
  });

  test('blocked in the browser points to its settings', async () => {
    camera.refuse('NotAllowedError');
    camera.permission('denied');
    open();
    expect(
      await screen.findByText('Camera access denied: Please enable camera access in your browser settings to scan QR codes.'),
    ).toBeTruthy();
  });
});

describe('a photo chosen in the scan dialog', () => {
  async function choosePhoto() {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 640, height: 480, close: () => {} }));
    camera.refuse('NotFoundError');
    open();
    await userEvent.upload(screen.getByLabelText('Photo of a card'), new File(['photo'], 'photo.jpg', { type: 'image/jpeg' }));
  }

  test('collects its card', async () => {
    answers['POST /api/scan'] = { json: rewarded };
    frameContent.text = 'TC-0000001';
    await choosePhoto();
    expect(await screen.findByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeTruthy();
    expect(scans().map(({ body }) => body)).toEqual([{ cardId: 'TC-0000001', source: 'photo' }]);
  });

  test('names another code that is large', async () => {
    Object.assign(frameContent, { text: 'https://example.com/menu', isLarge: true });
    await choosePhoto();
    expect(await screen.findByText('That’s another QR code. Move closer to the card.')).toBeTruthy();
    expect(scans()).toEqual([]);
  });
});

describe('an id typed into the scan dialog', () => {
  async function typeCard(text: string) {
    open();
    await userEvent.type(screen.getByLabelText('Or type the card ID'), text);
    await userEvent.click(screen.getByRole('button', { name: 'Collect' }));
  }

  test('is accepted in the usual spellings', async () => {
    answers['POST /api/scan'] = { json: rewarded };
    await typeCard('tc 0000001');
    await screen.findByRole('heading', { name: 'You earned 1 Treasure Token!' });
    expect(scans().map(({ body }) => body)).toEqual([{ cardId: 'TC-0000001', source: 'typed' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Scan another' }));
    expect(await screen.findByLabelText('Or type the card ID')).toHaveProperty('value', '');
  });

  test('that is invalid is refused without a request', async () => {
    await typeCard('17');
    expect(screen.getByRole('textbox', { description: /TC- followed by 7 digits/ })).toBeTruthy();
    expect(scans().map(({ body }) => body)).toEqual([]);
  });

  test('without a reward says why, once', async () => {
    answers['POST /api/scan'] = { json: { ...rewarded, tokensEarned: 0, message: 'You have already collected this Cache Card' } };
    await typeCard('0000001');
    expect(await screen.findByRole('heading', { name: 'No token this time' })).toBeTruthy();
    expect(screen.getByText('You have this one already: each card pays once.')).toBeTruthy();
    expect(screen.getByText('Scan Successful!')).toBeTruthy();
  });

  test('refused by the server shows its message, and can be corrected', async () => {
    answers['POST /api/scan'] = refused('card_not_found');
    await typeCard('0000009');
    expect(await screen.findByRole('heading', { name: 'This scan didn’t count' })).toBeTruthy();
    expect(screen.getByText('Scan Failed')).toBeTruthy();
    expect(screen.getAllByText('This Cache Card could not be found').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Scan or type again' }));
    expect(await screen.findByLabelText('Or type the card ID')).toHaveProperty('value', '0000009');
  });

  test('is kept for another attempt without a connection, with the same key', async () => {
    answers['POST /api/scan'] = new TypeError('Failed to fetch');
    await typeCard('0000001');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    answers['POST /api/scan'] = { json: rewarded };
    await userEvent.click(retry);
    await screen.findByRole('heading', { name: 'You earned 1 Treasure Token!' });
    const keys = scans().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});
