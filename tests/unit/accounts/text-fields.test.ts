/** Characters that text fields accept. Product rules: Errors. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ProfileRequest } from '#schema/accounts/account.ts';
import { PlacementRequest } from '#schema/cards/placement.ts';
import { ContactRequest } from '#schema/messages/contact.ts';

const fields = {
  'a first name': (firstName: string) => v.safeParse(ProfileRequest, { firstName }),
  'a card’s location': (location: string) => v.safeParse(PlacementRequest, { location, description: 'Under the oak' }),
  'a visitor’s name': (name: string) => v.safeParse(ContactRequest, { name, email: 'fay@example.test', message: 'Hello' }),
};
const writeMessage = (message: string) => v.safeParse(ContactRequest, { name: 'Fay', email: 'fay@example.test', message });

describe.each(Object.entries(fields))('%s', (_, parse) => {
  test.each(['A\nB', 'A\r\nBcc: b', 'A\tB', 'A\u2028B', 'A\u2029B'])('has one line: %j', (text) => {
    expect(parse(text).issues?.[0]?.message).toBe('Please use one line, without tabs.');
  });

  test.each(['A\uFFF9B', 'A\u206AB', 'A\u180EB', 'A\u{1D173}B', 'A\uD800', '\uDC00B'])('has no format or half character: %j', (text) => {
    expect(parse(text).issues?.[0]?.message).toMatch(/contains invisible characters\. Please remove them\.$/);
  });

  test.each(['Zoë-Mae O’Neil', 'نگه‌دار', 'क्‍या', '👩‍👩‍👧‍👦', ' Fay\n'])('can be %j', (text) => {
    expect(parse(text).issues).toBeUndefined();
  });
});

test('a message can have several lines, but no half character', () => {
  expect(writeMessage('Hello,\n\tI found a card 🏴󠁧󠁢󠁥󠁮󠁧󠁿\r\nFay').issues).toBeUndefined();
  expect(writeMessage('Hello \uD83D').success).toBe(false);
});
