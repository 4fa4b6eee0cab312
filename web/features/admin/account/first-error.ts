/** What is wrong with a form, in one sentence. */
import type { FieldErrors, FieldValues } from 'react-hook-form';

/** The message of the first field that has one. */
export function firstError<Values extends FieldValues>(errors: FieldErrors<Values>): string | undefined {
  const messages = Object.values(errors).map((error) => error?.message);
  return messages.find((message) => typeof message === 'string');
}
