/**
 * API client. Every page loads it, so it does not import valibot: callers pass schemas, which are called through the Standard Schema
 * interface.
 */
import type { GenericSchema } from 'valibot';
import { bookmarkHeader } from '#schema/bookmark.ts';
import type { ErrorBody } from '#schema/site.ts';
import { getStoredAdminToken } from '#web/lib/admin-token.ts';
import { getStoredBookmark, storeBookmark } from '#web/lib/api/bookmark.ts';
import { ApiError, NetworkError } from '#web/lib/api-error.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { getViewingToken } from '#web/lib/viewing.ts';
import { getLanguage, loadApiWords } from '#web/lib/words/words.ts';

/**
 * Timeouts in milliseconds for the entire response. Writes have a longer one, because a write may succeed on the server even if the browser
 * aborts it.
 */
const readTimeoutMs = 15_000;
const writeTimeoutMs = 30_000;
/** Timeout in milliseconds for calls that wait for Stripe, the card printer or an export, which can take more than a minute. */
export const slowTimeoutMs = 90_000;

export type SendMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export interface SendOptions {
  headers?: Record<string, string>;
  /** Overrides the default timeout, in milliseconds. */
  timeoutMs?: number;
}

type UnauthorizedListener = (sentToken: string | null) => void;
let notifyUnauthorized: UnauthorizedListener = () => {};
/** Handles a rejected admin call, given the error and the token that was sent. Resolves to true if the call should be retried. */
type AdminRefusalListener = (error: ApiError, sentToken: string | null) => Promise<boolean>;
let notifyAdminRefused: AdminRefusalListener = async () => false;
type UnexpectedResponseListener = (call: string, schema: GenericSchema, response: unknown) => void;
let notifyUnexpectedResponse: UnexpectedResponseListener = () => {};

/** Registers a listener for responses that do not match their schema, which lets tests fail on outdated fixtures. */
export function onUnexpectedResponse(listener: UnexpectedResponseListener): void {
  notifyUnexpectedResponse = listener;
}

/** Registers a listener for 401 responses. It receives the token that was sent, so a late response does not end a newer session. */
export function onUnauthorized(listener: UnauthorizedListener): void {
  notifyUnauthorized = listener;
}

/**
 * Registers a handler for rejected admin calls. The calls wait until the administrator has logged in or completed the second factor, and
 * are then retried.
 */
export function onAdminRefused(listener: AdminRefusalListener): void {
  notifyAdminRefused = listener;
}

/** Sends a GET request. Throws ApiError or NetworkError. */
export async function apiGet<Result>(path: string, schema: GenericSchema<unknown, Result>, options?: SendOptions): Promise<Result> {
  return (await requestJson('GET', path, undefined, schema, options))[0];
}

/** Sends a request, without a body if `body` is undefined. Throws ApiError or NetworkError. */
export async function apiSend<Result>(
  method: SendMethod,
  path: string,
  body: unknown,
  schema: GenericSchema<unknown, Result>,
  options?: SendOptions,
): Promise<Result> {
  return (await requestJson(method, path, body, schema, options))[0];
}

const adminPath = /^\/api\/(admin|test-cards)\b/;
/** Admin endpoints that need no session. */
const pathsWithoutToken = new Set(['/api/admin/login', '/api/admin/reset-password']);

/**
 * Sends a request whose response may not be JSON. Uses the member's session, or the administrator's session for admin calls. `timeoutMs`
 * includes reading the body. Throws NetworkError if there is no response. Throws ApiError without sending the request if an admin call has
 * no token.
 */
export async function fetchWithSession(path: string, init: RequestInit = {}, timeoutMs?: number): Promise<Response> {
  const isForAdmins = adminPath.test(path);
  const token = isForAdmins ? getStoredAdminToken() : getStoredToken();
  if (isForAdmins && token === null && !pathsWithoutToken.has(path)) {
    const message = 'No admin token found';
    throw new ApiError(401, message, { message, code: 'no_admin_token', requestId: '' }, undefined);
  }
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const viewingToken = isForAdmins ? null : getViewingToken();
  if (viewingToken !== null) headers.set('Authorization', `Viewing ${viewingToken}`);
  const bookmark = getStoredBookmark();
  if (bookmark) headers.set(bookmarkHeader, bookmark);
  let response: Response;
  try {
    // Browsers released before fall 2022 lack AbortSignal.timeout, so their requests have no timeout.
    const signal = AbortSignal.timeout?.(timeoutMs ?? (init.method && init.method !== 'GET' ? writeTimeoutMs : readTimeoutMs));
    response = await fetch(path, { ...init, headers, credentials: 'include', signal });
  } catch (cause) {
    throw new NetworkError('No answer from the server', { cause });
  }
  storeBookmark(response.headers.get(bookmarkHeader), bookmark);
  if (response.status === 401 && !isForAdmins) notifyUnauthorized(token);
  return response;
}

/** Sends a request. Returns the parsed body, and the response so that callers can read its headers. Throws ApiError or NetworkError. */
export async function requestJson<Result>(
  method: string,
  path: string,
  body: unknown,
  schema: GenericSchema<unknown, Result>,
  options: SendOptions = {},
): Promise<[Result, Response]> {
  const { headers: extraHeaders, timeoutMs } = options;
  const sentToken = getStoredAdminToken();
  const headers: Record<string, string> = { Accept: 'application/json', ...extraHeaders };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetchWithSession(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) }, timeoutMs);
  const text = await readText(response);
  if (!response.ok) {
    const error = await createResponseError(response, text);
    if (adminPath.test(path) && (await notifyAdminRefused(error, sentToken))) return requestJson(method, path, body, schema, options);
    throw error;
  }
  const json = parseJson(text);
  const result = await schema['~standard'].validate(json);
  if (!result.issues) return [method === 'GET' ? result.value : await wordAnswer(result.value), response];
  notifyUnexpectedResponse(`${method} ${path}`, schema, json);
  throw new Error(`${method} ${path}: unexpected answer (${result.issues[0]?.message ?? 'no reason'})`);
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new NetworkError('The answer broke off', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts a response that is not OK to an ApiError with a message for the user. `text` is the response body. */
export async function createResponseError(response: Response, text: string): Promise<ApiError> {
  const json = parseJson(text);
  const retryAfterHeader = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(retryAfterHeader) ? retryAfterHeader : undefined;
  return new ApiError(
    response.status,
    text || response.statusText,
    hasMessage(json) ? await wordError(json as ErrorBody, retryAfter) : undefined,
    retryAfter,
    response.statusText,
  );
}

/** Words the sentence with which the API confirms a change. */
async function wordAnswer<Result>(answer: Result): Promise<Result> {
  if (getLanguage() === 'en' || !hasMessage(answer)) return answer;
  const words = await loadApiWords(() => import('#web/lib/api/api-words.ts')).catch(() => undefined);
  return words ? { ...answer, message: words.localizeAnswer(answer.message) } : answer;
}

/** Words the error in the reader's language. Falls back to the server's message if the device is offline. */
async function wordError(body: ErrorBody, retryAfterSeconds: number | undefined): Promise<ErrorBody> {
  const words = await loadApiWords(() => import('#web/lib/api/api-words.ts')).catch(() => undefined);
  return words ? words.localizeError(body, retryAfterSeconds) : body;
}

function hasMessage(json: unknown): json is { message: string } {
  return typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string';
}
