/** The part of light-form.ts that is loaded on demand. Validates the form with the server's schemas and sends it. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type * as v from 'valibot';
import { errorText, fieldErrors } from '#web/lib/api-error.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { i18n, loadApiWords } from '#web/lib/words/words.ts';

/** Validates and sends a form. Never throws. `describe` turns an error into a message; `getFullMessage` can return a longer one. */
export async function validateAndSend<Schema extends v.GenericSchema, Value>(
  schema: Schema,
  input: unknown,
  send: (result: v.InferOutput<Schema>) => Promise<Value>,
  describe: (error: unknown) => string = (error) => errorText(error, t`Please try again.`),
  getFullMessage: (error: unknown) => ReactNode = () => undefined,
): Promise<Outcome<Value>> {
  try {
    const result = await schema['~standard'].validate(input);
    if (result.issues) {
      await loadApiWords();
      return { isSent: false, fields: getFirstIssues(result.issues), failure: undefined };
    }
    return { isSent: true, value: await send(result.value) };
  } catch (error) {
    return { isSent: false, fields: fieldErrors(error), failure: describe(error), fullMessage: getFullMessage(error) };
  }
}

type Issues = readonly { message: string; path?: readonly unknown[] | undefined }[];

function getFirstIssues(issues: Issues): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { message, path = [] } of issues) fields[path.map(getPathKey).join('.')] ??= i18n._(message);
  return fields;
}

function getPathKey(segment: unknown): unknown {
  return typeof segment === 'object' && segment !== null && 'key' in segment ? segment.key : segment;
}
