/** Error responses from the server, built from its error catalog so that a fixture cannot contradict the catalog. */
import { type ErrorCode, type ErrorParams, errorCatalogue, errorMessage, isErrorCode } from '#schema/errors.ts';
import type { ErrorBody } from '#schema/site.ts';
import { ApiError } from '#web/lib/api-error.ts';

interface RefusalDetails {
  params?: ErrorParams;
  /** Name of the invalid input. The page shows the error's message next to it. */
  field?: string;
  /** Error messages by input name, for `invalid_input`. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  data?: object;
}

export interface Refusal {
  status: number;
  json: ErrorBody;
  headers: Record<string, string>;
}

/** Builds the server's response for an error. */
export function refused(code: ErrorCode, { params, field, fields, retryAfterSeconds, data }: RefusalDetails = {}): Refusal {
  const message = errorMessage(code, params, retryAfterSeconds);
  if (/\{\w+\}/.test(message)) throw new Error(`A parameter of ${code} is missing: ${message}`);
  const wrong = field ? { [field]: message } : fields;
  return {
    status: errorCatalogue[code][0],
    json: { message, code, requestId: 'r', ...(params && { params }), ...(wrong && { fields: wrong }), ...(data && { data }) },
    headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
  };
}

const newerCode = 'from_a_newer_server';

/** Builds an error response with a code that is unknown to this build of the page. */
export function refusedByNewerServer(status: number, message: string): Refusal {
  return { status, json: { message, code: newerCode, requestId: 'r' }, headers: {} };
}

/** Returns the error that the page throws for an error response. */
export function apiErrorOf({ status, json }: Refusal, retryAfterSeconds?: number): ApiError {
  return new ApiError(status, '', json, retryAfterSeconds);
}

/** Returns whether an error body contradicts the error catalog. */
export function contradictsCatalogue(status: number, body: unknown, headers: Record<string, string> = {}): boolean {
  if (typeof body !== 'object' || body === null || !('code' in body)) return false;
  const { code, message, params } = body as ErrorBody;
  if (!isErrorCode(code)) return code !== newerCode;
  const seconds = headers['Retry-After'];
  const wording = errorMessage(code, params, seconds === undefined ? undefined : Number(seconds));
  return status !== errorCatalogue[code][0] || message !== wording;
}
