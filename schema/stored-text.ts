import type { Message, Values } from './message.ts';

/** Texts that are stored in English, such as a payment's description, and their messages with placeholders. */
const storedForms: [form: RegExp, message: Message][] = [
  [/^(?<quantity>\d+) Cache Cards$/, [['quantity'], ' Cache Cards']],
  [/^Replacement of (?<card>TC-\d+)$/, ['Replacement of ', ['card']]],
  [/^Card ending in (?<last4>\d{4})$/, ['Card ending in ', ['last4']]],
  [/^(?<brand>.+) ending in (?<last4>\d{4})$/, [['brand'], ' ending in ', ['last4']]],
];

/** Stored texts without placeholders. */
const fixedTexts = ['Basic', 'Premium'].flatMap((tier) => [
  `${tier} membership, one year`,
  `${tier} membership, renewal for one year`,
  `Renewal of your ${tier} membership, one year`,
]);

export const storedMessages: Message[] = [...fixedTexts, '1 Cache Card', ...storedForms.map(([, message]) => message)];

/** Returns the message that a stored text was made of, to translate it. A text of any other form is its own message. */
export function parseStoredText(text: string): [Message, Values] {
  for (const [form, message] of storedForms) {
    const found = form.exec(text);
    if (found) return [message, found.groups ?? {}];
  }
  return [text, {}];
}
