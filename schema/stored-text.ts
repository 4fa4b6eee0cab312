import type { Message, Values } from './message.ts';

/** Texts that are stored in English, such as the description of a payment or a token entry, and their messages with placeholders. */
const storedForms: [form: RegExp, message: Message][] = [
  [/^(?<quantity>\d+) Cache Cards$/, [['quantity'], ' Cache Cards']],
  [/^Replacement of (?<card>TC-\d+)$/, ['Replacement of ', ['card']]],
  [/^Card ending in (?<last4>\d{4})$/, ['Card ending in ', ['last4']]],
  [/^(?<brand>.+) ending in (?<last4>\d{4})$/, [['brand'], ' ending in ', ['last4']]],
  [/^An app on (?<system>\w+)$/, ['An app on ', ['system']]],
  [/^(?<browser>[\w ]+) on (?<system>iPhone|iPad|Android|ChromeOS|Windows|Mac|Linux)$/, [['browser'], ' on ', ['system']]],
  [/^Membership of (?<person>.+)$/, ['Membership of ', ['person']]],
  [/^Reversed: the payment by (?<person>.+) was returned$/, ['Reversed: the payment by ', ['person'], ' was returned']],
  [/^(?<level>\w+) chest, (?<month>\w+ \d{4})$/, [['level'], ' chest, ', ['month']]],
  [/^Found Cache Card (?<card>TC-\d+)$/, ['Found Cache Card ', ['card']]],
  [/^Your Cache Card (?<card>TC-\d+) was found$/, ['Your Cache Card ', ['card'], ' was found']],
  [/^Placement of Cache Card (?<card>TC-\d+) was confirmed by a find$/, ['Placement of Cache Card ', ['card'], ' was confirmed by a find']],
  [/^Redeemed for certificate (?<number>[\w-]+)$/, ['Redeemed for certificate ', ['number']]],
  [/^Certificate (?<number>[\w-]+) was canceled$/, ['Certificate ', ['number'], ' was canceled']],
];

/** Stored texts without placeholders. */
const fixedTexts = [
  ...['Basic', 'Premium'].flatMap((tier) => [
    `${tier} membership, one year`,
    `${tier} membership, renewal for one year`,
    `Renewal of your ${tier} membership, one year`,
  ]),
  '1 Cache Card',
  'Unknown device',
  'A find',
  'Owed tokens paid',
  'Owed tokens paid from returned tokens',
  'Card order refunded or disputed: tokens taken back',
  'Card order paid after all: tokens restored',
  'Finds revoked: tokens taken back',
  'Finds reinstated: tokens restored',
];

export const storedMessages: Message[] = [...fixedTexts, ...storedForms.map(([, message]) => message)];

/** Returns the message that a stored text was made of, to translate it. A text of any other form is its own message. */
export function parseStoredText(text: string): [Message, Values] {
  for (const [form, message] of storedForms) {
    const found = form.exec(text);
    if (found) return [message, found.groups ?? {}];
  }
  return [text, {}];
}
