import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, heldBack, hurriedLimits } from '#tests/web/support/fake-server.ts';
import { apiErrorOf, refused, refusedByNewerServer } from '#tests/web/support/refused.ts';
import { apiGet, apiSend, fetchWithSession, slowTimeoutMs } from '#web/lib/api/client.ts';
import { ApiError, applyFieldErrors, errorText, fieldErrors } from '#web/lib/api-error.ts';

const Time = v.object({ time: v.string() });

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

describe('the API client', () => {
  test('sends JSON with cookies and, if stored, the bearer token', async () => {
    localStorage.setItem('auth_token', 'abc');
    const sent = fakeServer({ 'POST /api/scan': { json: { time: 'now' } } });
    await apiSend('POST', '/api/scan', { cardId: 'TC-0000001' }, Time, { headers: { 'Idempotency-Key': 'k1' } });
    expect(sent[0]).toMatchObject({ method: 'POST', body: { cardId: 'TC-0000001' }, credentials: 'include' });
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer abc');
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('k1');
  });

  test('sends no body, content type or token without one', async () => {
    const sent = fakeServer({ 'GET /api/health': { json: { time: 'now' } } });
    expect(await apiGet('/api/health', Time)).toEqual({ time: 'now' });
    expect(sent[0]?.headers.has('Authorization')).toBe(false);
    expect(sent[0]?.headers.has('Content-Type')).toBe(false);
  });

  test('throws an error with the message, status and body', async () => {
    const refusal = refused('too_many_requests', { retryAfterSeconds: 60 });
    fakeServer({ 'GET /api/health': refusal });
    const error = await failureOf(apiGet('/api/health', Time));
    expect(error).toBeInstanceOf(ApiError);
    const body = refusal.json;
    expect(error).toMatchObject({ message: `429: ${JSON.stringify(body)}`, status: 429, body, retryAfterSeconds: 60 });
    expect(errorText(error, 'fallback')).toBe(body.message);
  });

  test('shows the server’s message for an unknown code', async () => {
    fakeServer({ 'GET /api/health': refusedByNewerServer(409, 'This card is on the moon.') });
    expect(errorText(await failureOf(apiGet('/api/health', Time)), 'fallback')).toBe('This card is on the moon.');
  });

  test('words a known error from its code and parameters, and a field by the same words', async () => {
    const body = { message: 'Zu wenig', code: 'too_few_tokens', requestId: 'r1', params: { missing: 1_200 }, fields: { type: 'Zu wenig' } };
    fakeServer({ 'GET /api/health': { status: 400, text: JSON.stringify(body) } });
    const error = await failureOf(apiGet('/api/health', Time));
    expect(errorText(error, 'fallback')).toBe('Need 1,200 more');
    expect(fieldErrors(error)).toEqual({ type: 'Need 1,200 more' });
  });

  test('keeps the server’s words for fields of invalid input', async () => {
    fakeServer({ 'GET /api/health': refused('invalid_input', { fields: { email: 'Enter an email address' } }) });
    expect(fieldErrors(await failureOf(apiGet('/api/health', Time)))).toEqual({ email: 'Enter an email address' });
  });

  test('shows the fallback text for an error that is not JSON', async () => {
    fakeServer({ 'GET /api/health': { status: 502, text: '<h1>Bad gateway</h1>' } });
    const error = await failureOf(apiGet('/api/health', Time));
    expect(error).toMatchObject({ message: '502: <h1>Bad gateway</h1>', body: undefined });
    expect(errorText(error, 'Please try again')).toBe('Please try again');
  });

  test('reports a missing network', async () => {
    fakeServer({ 'GET /api/health': new TypeError('Failed to fetch') });
    expect(errorText(await failureOf(apiGet('/api/health', Time)), 'fallback')).toBe('No connection. Check your network and try again.');
  });

  test('aborts requests without an answer: reads after 15 seconds, writes after 30, slow calls after 90', async () => {
    const limits = hurriedLimits();
    fakeServer({ 'GET /api/health': heldBack, 'POST /api/health': heldBack });
    const slow = 'The server took too long to answer. Check your network and try again.';
    for (const call of [
      () => apiGet('/api/health', Time),
      () => fetchWithSession('/api/health'),
      () => apiSend('POST', '/api/health', {}, Time),
      () => apiSend('POST', '/api/health', {}, Time, { timeoutMs: slowTimeoutMs }),
    ]) {
      expect(errorText(await failureOf(call()), 'fallback')).toBe(slow);
    }
    expect(limits).toEqual([15, 15, 30, 90]);
  });

  test('aborts an answer that stops half-way', async () => {
    hurriedLimits();
    vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
      const stopped = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      return Object.assign(new Response(), { text: () => stopped });
    });
    const error = await failureOf(apiGet('/api/health', Time));
    expect(error).toMatchObject({ name: 'NetworkError', isTimeout: true });
  });

  test('sends no request to the administrators’ area without a token, except the sign-in', async () => {
    const sent = fakeServer({ 'POST /api/admin/login': { json: { time: 'now' } } });
    const error = await failureOf(apiGet('/api/admin/users', Time));
    expect(errorText(error, 'fallback')).toBe('No admin token found');
    expect(errorText(await failureOf(apiSend('POST', '/api/test-cards', {}, Time)), 'fallback')).toBe('No admin token found');
    expect(sent).toEqual([]);
    await apiSend('POST', '/api/admin/login', {}, Time);
    expect(sent).toHaveLength(1);
  });

  test('rejects an answer of another shape', async () => {
    fakeServer({ 'GET /api/health': { text: '{"time":5}' } });
    expect(String(await failureOf(apiGet('/api/health', Time)))).toContain('GET /api/health: unexpected answer (Invalid type');
  });

  test('assigns the server’s field errors to their inputs, and focuses the first', () => {
    const fields = { email: 'Already in use', username: 'Taken' };
    const error = apiErrorOf(refused('invalid_input', { fields }));
    const setError = vi.fn();
    expect(applyFieldErrors<{ email: string; username: string }>(error, setError)).toBe(true);
    expect(setError).toHaveBeenNthCalledWith(1, 'email', { type: 'server', message: 'Already in use' }, { shouldFocus: true });
    expect(setError).toHaveBeenNthCalledWith(2, 'username', { type: 'server', message: 'Taken' }, { shouldFocus: false });
    expect(applyFieldErrors(new Error('other'), setError)).toBe(false);
  });
});
