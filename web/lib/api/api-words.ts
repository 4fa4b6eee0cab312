/** Words the API's errors and answers in the reader's language. Loaded when needed. */
import { plural, t } from '@lingui/core/macro';
import { findAnswer } from '#schema/answers.ts';
import { countWait, errorCatalogue, errorMessage, isErrorCode, type Wait } from '#schema/errors.ts';
import type { ErrorBody } from '#schema/site.ts';
import { parseWording } from '#web/lib/api/parse-wording.ts';
import { number, writtenDay } from '#web/lib/format.ts';
import { getLanguage, i18n } from '#web/lib/words/words.ts';

/** Returns the error with its messages in the reader's language. Keeps the server's messages if this build does not know the code. */
export function localizeError(body: ErrorBody, retryAfterSeconds: number | undefined): ErrorBody {
  const { code, params = {}, fields } = body;
  if (!isErrorCode(code)) return body;
  const message =
    getLanguage() === 'en'
      ? errorMessage(code, params, retryAfterSeconds)
      : i18n._(parseWording(errorCatalogue[code][1]), { ...formatParams(params), when: formatWait(countWait(retryAfterSeconds)) });
  if (!fields) return { ...body, message };
  const inputs = Object.entries(fields).map(([name, text]) => [name, code === 'invalid_input' ? i18n._(text) : message]);
  return { ...body, message, fields: Object.fromEntries(inputs) };
}

/** Returns the sentence with which the API confirmed a change, in the reader's language. */
export function localizeAnswer(message: string): string {
  const [answer, values] = findAnswer(message) ?? [message, {}];
  return i18n._(parseWording(answer), values);
}

function formatParams(params: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? number(value) : /^\d{4}-\d\d-\d\d$/.test(value) ? writtenDay(value) : value,
    ]),
  );
}

function formatWait(wait: Wait): string {
  if (!wait) return t`later`;
  const { count, unit } = wait;
  return unit === 'hour'
    ? t`${plural(count, { one: 'in # hour', other: 'in # hours' })}`
    : t`${plural(count, { one: 'in # minute', other: 'in # minutes' })}`;
}
