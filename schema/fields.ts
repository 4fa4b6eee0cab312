import * as v from 'valibot';
import { passwordMaxLength, passwordMinLength } from '#schema/rules.ts';

export const textMaxLength = 200;
export const placementTextMaxLength = 500;

/** Validates a new password: 6 to 128 characters. */
export function newPassword(tooShort: string) {
  return v.pipe(
    v.string(tooShort),
    v.minLength(passwordMinLength, tooShort),
    v.maxLength(passwordMaxLength, `Use at most ${passwordMaxLength} characters`),
  );
}

/** Validates an existing password. Does not require the minimum length of new passwords, because older ones may be shorter. */
export function currentPassword(missing: string) {
  return v.pipe(v.string(missing), v.minLength(1, missing), v.maxLength(1_024, 'Current password is incorrect'));
}

/**
 * Control, invisible and bidirectional characters, which can make one name look like another. Joiners (U+200C, U+200D) are allowed because
 * some scripts and emoji need them.
 */
const unprintableCharacters =
  /(?![\t\n\r])\p{Cc}|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0]/u;

export function removeUnprintable(text: string): string {
  return text.replace(new RegExp(unprintableCharacters, 'gu'), '');
}

export const invisibleMessage = 'This contains invisible characters. Please remove them.';

/** Rejects text that contains invisible or misleading characters. */
export function printable(message = invisibleMessage) {
  return v.check((value: string) => !unprintableCharacters.test(value), message);
}

/** Matches a stack of combining marks that would overlap other lines of text. */
export const stackedMarksPattern = /\p{M}{5}/u;
export const marksMessage = 'Please remove the extra accents: they cover other lines.';

/** Turns a missing, null or blank value into null. */
export function optionalText(label: string, maxLength: number = textMaxLength) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.string(`${label} must be text`),
        v.trim(),
        v.maxLength(maxLength, `${label} can have at most ${maxLength} characters`),
        printable(`${label} contains invisible characters. Please remove them.`),
        v.check((value) => !stackedMarksPattern.test(value), marksMessage),
        v.transform((value) => (value === '' ? null : value)),
      ),
    ),
  );
}

export function requiredText(required: string, maxLength: number = textMaxLength) {
  return v.pipe(
    v.string(required),
    v.trim(),
    v.minLength(1, required),
    v.maxLength(maxLength, `Use at most ${maxLength} characters`),
    printable(),
    v.check((value) => !stackedMarksPattern.test(value), marksMessage),
  );
}

/** ISO 8601 timestamp in UTC. */
/** A UTC day, `YYYY-MM-DD`. */
export const isoDay = v.pipe(v.string(), v.isoDate());
export const isoInstant = v.pipe(v.string(), v.isoTimestamp());
