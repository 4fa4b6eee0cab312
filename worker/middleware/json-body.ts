import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

type ValidatedJson<Output> = { in: { json: Output }; out: { json: Output } };

/** Validates the body. Returns 415 for another content type, and 400 if it is invalid. */
export function json<Schema extends v.GenericSchema>(schema: Schema) {
  return createMiddleware<Record<never, never>, string, ValidatedJson<v.InferOutput<Schema>>>(async (c, next) => {
    c.req.addValidatedData('json', readJson(c, schema) as object);
    await next();
  });
}

/** Like `json`, but a request without a body counts as an empty object. */
export function optionalJson<Schema extends v.GenericSchema>(schema: Schema) {
  return createMiddleware<Record<never, never>, string, ValidatedJson<v.InferOutput<Schema>>>(async (c, next) => {
    c.req.addValidatedData('json', (readBody(c) === '' ? check(schema, {}) : readJson(c, schema)) as object);
    await next();
  });
}

/** Like `json`, but for a route that must check something else before it reads the body. */
export function readJson<Schema extends v.GenericSchema>(c: Context, schema: Schema): v.InferOutput<Schema> {
  return check(schema, requirePlainObject(parseJson(readText(c))));
}

/** Validates query parameters. Returns 400 if they are invalid, and ignores unknown ones. */
export function query<Schema extends v.GenericSchema>(schema: Schema) {
  type Output = v.InferOutput<Schema>;
  return createMiddleware<Record<never, never>, string, { in: { query: Output }; out: { query: Output } }>(async (c, next) => {
    c.req.addValidatedData('query', check(schema, c.req.query()) as object);
    await next();
  });
}

function readText(c: Context): string {
  const contentType = c.req.header('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw new ApiError('not_json');
  return readBody(c);
}

/**
 * Middleware that waits for the whole body before anything is decided; throws 413 above the limit. Otherwise, a sender could hold a request
 * open and finish it after the session, role or proof that admitted it has ended, or in a window of a rate limit that has passed.
 */
export const wholeBody = (limitBytes: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.get('body') === undefined) c.set('body', await receive(c.req.raw, limitBytes));
    await next();
  });

/** Returns the body as text. */
export const readBody = (c: Context): string => new TextDecoder().decode(c.get('body') as AppEnv['Variables']['body']);

async function receive({ headers, body }: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get('Content-Length') ?? 0) > limitBytes) throw new ApiError('body_too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw new ApiError('body_too_large');
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.byteLength;
  }
  return bytes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('malformed_json');
  }
}

const unknownFieldMessage = 'This field is not accepted here';

/** Throws for inputs that valibot's object schemas would wrongly accept: arrays, and inherited names such as `constructor`. */
function requirePlainObject(input: unknown): object {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ApiError('invalid_input', { fields: { body: 'Please send a JSON object' } });
  }
  const inheritedNames = Object.keys(input).filter((name) => name in Object.prototype);
  if (inheritedNames.length > 0)
    throw new ApiError('invalid_input', { fields: Object.fromEntries(inheritedNames.map((name) => [name, unknownFieldMessage])) });
  return input;
}

function check<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const name = v.getDotPath(issue) ?? 'body';
    fields[name] ??= describe(issue);
  }
  throw new ApiError('invalid_input', { fields });
}

/** Returns the message of an issue. Our schemas define their own messages; valibot's default messages are simplified. */
function describe(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') return unknownFieldMessage;
  if (issue.received === 'undefined') return issue.message.startsWith('Invalid') ? 'This field is required' : issue.message;
  return issue.message.startsWith('Invalid') && issue.kind === 'schema' ? 'This has the wrong type' : issue.message;
}
