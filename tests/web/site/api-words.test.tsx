import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashMessage } from '#schema/message.ts';
import { ContactRequest } from '#schema/messages/contact.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { type ApiError, errorText, fieldErrors } from '#web/lib/api-error.ts';
import { startPrerendering } from '#web/lib/words/words.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';
import { parseMessage } from '#worker/words/parse-message.ts';

const german = {
  'Need {missing} more': 'Noch {missing} nötig',
  'Too many failed attempts. Please try again {when}.': 'Zu viele Versuche. Versuch es {when} noch einmal.',
  '{count, plural, one {in # minute} other {in # minutes}}': '{count, plural, one {in # Minute} other {in # Minuten}}',
  'Please choose a stay that ends by {validUntil}.': 'Wähle einen Aufenthalt bis zum {validUntil}.',
  'Please check the highlighted fields.': 'Prüfe die Felder.',
  'Please enter your name': 'Gib deinen Namen ein',
  'Your account now uses {email}.': 'Dein Konto hat jetzt die Adresse {email}.',
};
const wordsPath = 'GET /assets/words/v1/de/api.json';
const words = Object.fromEntries(Object.entries(german).map(([english, text]) => [hashMessage(parseMessage(english)), parseMessage(text)]));
const Message = v.object({ message: v.string() });

beforeEach(() => {
  document.documentElement.dataset.words = 'v1';
  startPrerendering('de', {}, {});
});
afterEach(() => startPrerendering('en', {}, {}));

/** Sends a request, and returns its answer or failure. */
async function send(answer: Parameters<typeof fakeServer>[0][string]): Promise<unknown> {
  fakeServer({ [wordsPath]: { json: words }, 'POST /api/things': answer });
  return apiSend('POST', '/api/things', {}, Message).catch((error: unknown) => error);
}

test('errors are worded from their code, with numbers, dates and waiting times in the reader’s language', async () => {
  const text = async (...error: Parameters<typeof refused>) => errorText(await send(refused(...error)), 'fallback');
  expect(await text('too_few_tokens', { params: { missing: 1_200 } })).toBe('Noch 1.200 nötig');
  expect(await text('wish_too_late', { params: { validUntil: '2026-11-20' } })).toBe('Wähle einen Aufenthalt bis zum 20. November 2026.');
  expect(await text('too_many_logins', { retryAfterSeconds: 90 })).toBe('Zu viele Versuche. Versuch es in 2 Minuten noch einmal.');
  expect(await text('own_card')).toBe('You already own this Cache Card.');
});

test('invalid inputs are worded from their English message', async () => {
  const error = await send(refused('invalid_input', { fields: { name: 'Please enter your name', email: 'Unknown' } }));
  expect((error as ApiError).body?.message).toBe('Prüfe die Felder.');
  expect(fieldErrors(error)).toEqual({ name: 'Gib deinen Namen ein', email: 'Unknown' });
});

test('the sentence that confirms a change keeps its values', async () => {
  expect(await send({ json: { message: 'Your account now uses ada@example.test.' } })).toEqual({
    message: 'Dein Konto hat jetzt die Adresse ada@example.test.',
  });
  expect(await send({ json: { message: 'What a member wrote' } })).toEqual({ message: 'What a member wrote' });
});

test('a form words the errors of its schema', async () => {
  fakeServer({ [wordsPath]: { json: words } });
  render(
    <Form label="Contact" schema={v.pick(ContactRequest, ['name'])} defaults={{ name: '' }} send={() => undefined} failed="Failed">
      <FormField label="Name" name="name" />
      <FormSubmit pendingLabel="Sending">Send</FormSubmit>
    </Form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Gib deinen Namen ein')).toBeTruthy();
});
