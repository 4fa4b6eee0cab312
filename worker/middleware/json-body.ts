import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { requestBodyLimitBytes } from '#schema/rules.ts';
import { ApiError } from '#worker/errors.ts';

type ValidatedJson<Output> = { in: { json: Output }; out: { json: Output } };

/** Validates the body. Returns 415 for another content type, 413 above 64 KiB, and 400 if it is invalid. */
export function json<Schema extends v.GenericSchema>(schema: Schema) {
  return createMiddleware<Record<never, never>, string, ValidatedJson<v.InferOutput<Schema>>>(async (c, next) => {
    c.req.addValidatedData('json', (await readJson(c, schema)) as object);
    await next();
  });
}

/** Like `json`, but for a route that must check something else before it reads the body. */
export async function readJson<Schema extends v.GenericSchema>(c: Context, schema: Schema): Promise<v.InferOutput<Schema>> {
  return check(schema, requirePlainObject(parseJson(await readText(c))));
}

/** Validates query parameters. Returns 400 if they are invalid, and ignores unknown ones. */
export function query<Schema extends v.GenericSchema>(schema: Schema) {
  type Output = v.InferOutput<Schema>;
  return createMiddleware<Record<never, never>, string, { in: { query: Output }; out: { query: Output } }>(async (c, next) => {
    c.req.addValidatedData('query', check(schema, c.req.query()) as object);
    await next();
  });
}

async function readText(c: Context): Promise<string> {
  const contentType = c.req.header('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw new ApiError('not_json');
  return readBody(c, requestBodyLimitBytes);
}

/**
 * Reads the body as text; throws 413 above the limit. Then moves `now` on, because a sender could hold a request open and act in a window of a
 * rate limit that has passed.
 */
export async function readBody(c: Context, limitBytes: number): Promise<string> {
  const declaredLength = Number(c.req.header('Content-Length') ?? 0);
  if (declaredLength > limitBytes) throw new ApiError('body_too_large');
  const start = Date.now();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw new ApiError('body_too_large');
    text += decoder.decode(chunk, { stream: true });
  }
  c.set('now', (c.get('now') as number) + Math.floor((Date.now() - start) / 1_000));
  return text + decoder.decode();
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
