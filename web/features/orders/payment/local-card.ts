import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { now } from '#web/lib/react/now.ts';

const extractDigits = (text: string) => text.replace(/\D/g, '');

/** Groups the digits in fours, or as 4, 6 and 5 digits for American Express. */
export function formatCardNumber(text: string): string {
  const digits = extractDigits(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/.exec(digits)?.slice(1) : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** Formats the input as `MM / YY`. Pads an unambiguous month and shortens a four-digit year. */
export function formatExpiry(text: string): string {
  let digits = extractDigits(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits;
}

export function formatCvc(text: string): string {
  return extractDigits(text).slice(0, 4);
}

/** Formats the input's text and keeps the caret after the same digit. */
export function formatInPlace(input: HTMLInputElement, format: (text: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = extractDigits(input.value.slice(0, caret)).length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  if (isAtEnd) return;
  let position = 0;
  for (let digitCount = 0; position < formatted.length && digitCount < digitsBefore; position += 1) {
    if (/\d/.test(formatted.charAt(position))) digitCount += 1;
  }
  input.setSelectionRange(position, position);
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const digitValue = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += digitValue > 9 ? digitValue - 9 : digitValue;
  }
  return sum % 10 === 0;
}

function isExpired(expiry: string): boolean {
  const month = Number(expiry.slice(0, 2));
  const year = 2_000 + Number(expiry.slice(2, 4));
  const today = new Date(now());
  return year < today.getFullYear() || (year === today.getFullYear() && month < today.getMonth() + 1);
}

const digits = v.pipe(v.string(), v.transform(extractDigits));

/** Validates the card form of the local Stripe fake. The parsed values contain only digits, and the expiry date is `MMYY`. */
export const LocalCard = v.object({
  number: v.pipe(
    digits,
    v.minLength(12, () => t`Your card number is incomplete.`),
    v.check(passesLuhn, () => t`Your card number is invalid.`),
  ),
  expiry: v.pipe(
    digits,
    v.length(4, () => t`Your card’s expiration date is incomplete.`),
    v.regex(/^(0[1-9]|1[0-2])/, () => t`Your card’s expiration month is invalid.`),
    v.check(
      (expiry) => !isExpired(expiry),
      () => t`Your card’s expiration date is in the past.`,
    ),
  ),
  cvc: v.pipe(
    digits,
    v.minLength(3, () => t`Your card’s security code is incomplete.`),
  ),
  name: v.pipe(v.string(), v.trim(), v.maxLength(120, 'Use at most 120 characters')),
});
export type LocalCard = v.InferOutput<typeof LocalCard>;
