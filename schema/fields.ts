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

/** Optional password that proves the member's identity. Without it, the server requires a recent sign-in. */
export function identityProof() {
  return v.optional(v.nullable(currentPassword('Please enter your current password')));
}

/**
 * Control, format and bidirectional characters and half characters (lone surrogates), which can make one text look like another or cannot be
 * stored. Joiners (U+200C, U+200D) and tags (U+E0020 to U+E007F) are allowed because some scripts and flags need them; `readable`
 * (schema/readable-text.ts) checks where.
 */
const unprintableCharacters = /(?![\t\n\r])\p{Cc}|(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])\p{Cf}|\p{Cs}|[\u115F\u1160\u2065\u3164\uFFA0]/u;

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

/** Rejects line breaks and tabs. */
export const oneLine = v.check((value: string) => !/[\t\n\r\u2028\u2029]/.test(value), 'Please use one line, without tabs.');

const anyText = (label: string, maxLength: number) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.trim(),
    v.maxLength(maxLength, `${label} can have at most ${maxLength} characters`),
    printable(`${label} contains invisible characters. Please remove them.`),
    v.check((value) => !stackedMarksPattern.test(value), marksMessage),
  );
const blankToNull = v.transform((value: string) => (value === '' ? null : value));

/** Text of one line. Turns a missing, null or blank value into null. */
export function optionalText(label: string, maxLength: number = textMaxLength) {
  return v.optional(v.nullable(v.pipe(anyText(label, maxLength), oneLine, blankToNull)));
}

/** Like `optionalText`, but may have several lines. */
export function optionalLines(label: string, maxLength: number = textMaxLength) {
  return v.optional(v.nullable(v.pipe(anyText(label, maxLength), blankToNull)));
}

/** Text of one line. */
export function requiredText(required: string, maxLength: number = textMaxLength) {
  return v.pipe(requiredLines(required, maxLength), oneLine);
}

/** Text that may have several lines. */
export function requiredLines(required: string, maxLength: number = textMaxLength) {
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
