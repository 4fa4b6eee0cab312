/** Stripe's test cards and their outcomes. Other numbers are rejected so that no real card number is ever stored. */
import { createHash } from 'node:crypto';
import { type ErrorBody, StripeFailure } from '#scripts/fakes/stripe/http/errors.ts';

export interface Decline {
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  declineCode: string;
  message: string;
}

const createDecline = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const createFailure = (code: Exclude<Decline['code'], 'card_declined'>, message: string): Decline => ({ code, declineCode: code, message });
const processingError = 'An error occurred while processing your card. Try again in a little bit.';
const genericDecline = createDecline('generic_decline');

export interface TestCard {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  onSession?: 'asks' | Decline;
  offSession?: 'asks' | Decline;
  disputed?: 'fraudulent';
  refundFails?: boolean;
}

const cards: TestCard[] = [
  { number: '4242424242424242', brand: 'visa' },
  { number: '4000056655665556', brand: 'visa' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '378282246310005', brand: 'amex' },
  { number: '4000000000000002', brand: 'visa', onSession: genericDecline, offSession: genericDecline },
  ...[
    { number: '4000000000009995', decline: createDecline('insufficient_funds', 'Your card has insufficient funds.') },
    { number: '4000000000009987', decline: createDecline('lost_card') },
    { number: '4000000000000069', decline: createFailure('expired_card', 'Your card has expired.') },
    { number: '4000000000000127', decline: createFailure('incorrect_cvc', "Your card's security code is incorrect.") },
    { number: '4000000000000119', decline: createFailure('processing_error', processingError) },
  ].map(({ number, decline }) => ({ number, brand: 'visa' as const, onSession: decline, offSession: decline })),
  { number: '4000002500003155', brand: 'visa', onSession: 'asks' },
  { number: '4000002760003184', brand: 'visa', onSession: 'asks', offSession: 'asks' },
  {
    number: '4000008260003178',
    brand: 'visa',
    onSession: 'asks',
    offSession: createDecline('insufficient_funds', 'Your card has insufficient funds.'),
  },
  { number: '4000000000000341', brand: 'visa', offSession: genericDecline },
  { number: '4000000000000259', brand: 'visa', disputed: 'fraudulent' },
  { number: '4000000000005126', brand: 'visa', refundFails: true },
];

/** Ids of Stripe's test cards for server-side use; each use creates a new payment method. */
const numbersById: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_createDispute: '4000000000000259',
};

export function findCardById(id: string): CardDetails | undefined {
  const number = numbersById[id];
  return number === undefined ? undefined : { number, expMonth: 12, expYear: 2040, cvc: '123' };
}

const cardsByNumber = new Map(cards.map((card) => [card.number, card]));
const cardsByFingerprint = new Map(cards.map((card) => [createFingerprint(card.number), card]));

/** Returns a card number's fingerprint, which is the same for every customer. */
export function createFingerprint(number: string): string {
  return createHash('sha256').update(`card ${number}`).digest('base64url').replace(/[-_]/g, '').slice(0, 16);
}

export function findCardByFingerprint(fingerprint: string | null | undefined): TestCard {
  return cardsByFingerprint.get(fingerprint ?? '') ?? { number: '', brand: 'visa', onSession: genericDecline, offSession: genericDecline };
}

export interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string | null;
}

/** Parses the input as a test card, or throws the same error as Stripe. `now` (Unix seconds) determines whether the card has expired. */
export function readCard(
  form: { number: string; exp_month: string; exp_year: string; cvc?: string | undefined },
  now: number,
): CardDetails {
  const number = form.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) throw cardError('invalid_number', 'Your card number is invalid.', 'number');
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  const expMonth = Number(form.exp_month);
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const expYear = parseYear(form.exp_year);
  const today = new Date(now * 1_000);
  const monthsLeft = (expYear - today.getUTCFullYear()) * 12 + (expMonth - 1 - today.getUTCMonth());
  if (!Number.isInteger(expYear) || expYear > today.getUTCFullYear() + 50 || expYear < today.getUTCFullYear()) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (monthsLeft < 0) throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const card = cardsByNumber.get(number);
  const cvcLength = card?.brand === 'amex' ? 4 : 3;
  if (form.cvc !== undefined && !new RegExp(`^\\d{${cvcLength}}$`).test(form.cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  if (!card) {
    const message =
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
    throw cardError('card_declined', message, 'number', 'test_mode_live_card');
  }
  return { number, expMonth, expYear, cvc: form.cvc ?? null };
}

function parseYear(text: string): number {
  const year = Number(text);
  return /^\d{1,2}$/.test(text) ? 2_000 + year : year;
}

function cardError(code: string, message: string, param: string, declineCode?: string): StripeFailure {
  const body: ErrorBody = { type: 'card_error', code, message, param, ...(declineCode && { decline_code: declineCode }) };
  return new StripeFailure(402, body, false);
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
