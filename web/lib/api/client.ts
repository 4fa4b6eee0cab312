/** Part of every first load, so it does not import valibot: callers pass schemas, used through the Standard Schema interface. */
import type { GenericSchema } from 'valibot';
import { bookmarkHeader } from '#schema/bookmark.ts';
import type { ErrorBody } from '#schema/site.ts';
import { getStoredAdminToken } from '#web/lib/admin-token.ts';
import { getStoredBookmark, storeBookmark } from '#web/lib/api/bookmark.ts';
import { ApiError, NetworkError } from '#web/lib/api-error.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { getViewingToken } from '#web/lib/viewing.ts';

/** Timeouts for the whole response. Writes get longer, since an aborted write may still have succeeded. */
const readLimitMs = 15_000;
const writeLimitMs = 30_000;
/** For calls that wait for Stripe, the card printer or a whole export, which can take over a minute. */
export const slowLimitMs = 90_000;

export type SendMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export interface SendOptions {
  headers?: Record<string, string>;
  /** Overrides the default timeout. */
  limitMs?: number;
}

type UnauthorizedListener = (usedToken: string | null) => void;
let notifyUnauthorized: UnauthorizedListener = () => {};
/** Gets the error and the token that was sent. Resolves to whether to retry. */
type AdminRefusalListener = (error: ApiError, usedToken: string | null) => Promise<boolean>;
let notifyAdminRefused: AdminRefusalListener = async () => false;
type UnexpectedResponseListener = (call: string, schema: GenericSchema, response: unknown) => void;
let notifyUnexpectedResponse: UnexpectedResponseListener = () => {};

/** For tests, to fail at once if a fixture does not match its schema. */
export function onUnexpectedResponse(listener: UnexpectedResponseListener): void {
  notifyUnexpectedResponse = listener;
}

/** Called on each 401 with the token that was sent, so that a late response does not end a newer session. */
export function onUnauthorized(listener: UnauthorizedListener): void {
  notifyUnauthorized = listener;
}

/** Holds a refused admin call until the administrator has signed in or passed the second factor, then retries it. */
export function onAdminRefused(listener: AdminRefusalListener): void {
  notifyAdminRefused = listener;
}

/** Throws ApiError or NetworkError. */
export async function apiGet<Result>(path: string, schema: GenericSchema<unknown, Result>, options?: SendOptions): Promise<Result> {
  return (await requestJson('GET', path, undefined, schema, options))[0];
}

/** Sends no body if `body` is undefined. Throws ApiError or NetworkError. */
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
/** Admin calls without a session. */
const pathsWithoutToken = new Set(['/api/admin/login', '/api/admin/reset-password']);

/**
 * For non-JSON responses: fetch with the member's session, or for admin calls the administrator's. `limitMs` covers the body too. Throws
 * NetworkError without a response; throws ApiError without sending a request if an admin call has no token.
 */
export async function fetchWithSession(path: string, init: RequestInit = {}, limitMs?: number): Promise<Response> {
  const isForAdmins = adminPath.test(path);
  const token = isForAdmins ? getStoredAdminToken() : getStoredToken();
  if (isForAdmins && token === null && !pathsWithoutToken.has(path)) {
    const message = 'No admin token found';
    throw new ApiError(401, message, { message, code: 'no_admin_token', requestId: '' }, undefined);
  }
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const viewing = isForAdmins ? null : getViewingToken();
  if (viewing !== null) headers.set('Authorization', `Viewing ${viewing}`);
  const bookmark = getStoredBookmark();
  if (bookmark) headers.set(bookmarkHeader, bookmark);
  let response: Response;
  try {
    // Missing in browsers before autumn 2022: their requests have no timeout.
    const signal = AbortSignal.timeout?.(limitMs ?? (init.method && init.method !== 'GET' ? writeLimitMs : readLimitMs));
    response = await fetch(path, { ...init, headers, credentials: viewing === null ? 'include' : 'omit', signal });
  } catch (cause) {
    throw new NetworkError('No answer from the server', { cause });
  }
  storeBookmark(response.headers.get(bookmarkHeader), bookmark);
  if (response.status === 401 && !isForAdmins) notifyUnauthorized(token);
  return response;
}

/** For callers that read headers. Throws ApiError or NetworkError. */
export async function requestJson<Result>(
  method: string,
  path: string,
  body: unknown,
  schema: GenericSchema<unknown, Result>,
  options: SendOptions = {},
): Promise<[Result, Response]> {
  const { headers: more, limitMs } = options;
  const usedToken = getStoredAdminToken();
  const headers: Record<string, string> = { Accept: 'application/json', ...more };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetchWithSession(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) }, limitMs);
  const text = await readText(response);
  const json = parseJson(text);
  if (!response.ok) {
    const error = await apiError(response, text, json);
    if (adminPath.test(path) && (await notifyAdminRefused(error, usedToken))) return requestJson(method, path, body, schema, options);
    throw error;
  }
  const result = await schema['~standard'].validate(json);
  if (!result.issues) return [result.value, response];
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

async function apiError(response: Response, text: string, json: unknown): Promise<ApiError> {
  const header = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(header) ? header : undefined;
  return new ApiError(
    response.status,
    text || response.statusText,
    isErrorBody(json) ? await wordError(json, retryAfter) : undefined,
    retryAfter,
    response.statusText,
  );
}

/** Words the error from its code and parameters. Keeps the server's wording if this build does not know the code, or is offline. */
async function wordError(body: ErrorBody, retryAfterSeconds: number | undefined): Promise<ErrorBody> {
  const errors = await import('#schema/errors.ts').catch(() => undefined);
  if (!errors?.isErrorCode(body.code)) return body;
  const message = errors.errorMessage(body.code, body.params, retryAfterSeconds);
  const { fields } = body;
  if (!fields || body.code === 'invalid_input') return { ...body, message };
  return { ...body, message, fields: Object.fromEntries(Object.keys(fields).map((name) => [name, message])) };
}

function isErrorBody(json: unknown): json is ErrorBody {
  return typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string';
}
