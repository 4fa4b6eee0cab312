/**
 * Form input survives the end of a session and a reload. Only the same member can see it, until the form is sent or the member signs out.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { clearSession, storeToken } from '#web/lib/auth-storage.ts';
import { clearDrafts } from '#web/lib/drafts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

const signIn = (userId: number) => storeToken(`header.${btoa(JSON.stringify({ userId }))}.signature`);

beforeEach(() => {
  sessionStorage.clear();
  signIn(7);
});

function Letter({ send = () => undefined }: { send?: () => unknown }) {
  return (
    <Form label="Letter" draft="letter" defaults={{ to: 'us', text: '', currentPassword: '' }} send={send} failed="Not sent">
      <FormField label="To" name="to" />
      <FormField label="Text" name="text" />
      <FormField label="Password" name="currentPassword" type="password" />
      <FormActions pendingLabel="Sending…" onCancel={() => undefined}>
        Send
      </FormActions>
    </Form>
  );
}
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function type() {
  await userEvent.type(input('Text'), 'By the old oak');
  await userEvent.type(input('Password'), 'secret-1');
}

test('typed text is restored after signing in again, without the password', async () => {
  render(<Letter />);
  await type();
  clearSession();
  cleanup();
  signIn(7);
  render(<Letter />);
  await waitFor(() => expect(input('Text').value).toBe('By the old oak'));
  expect([input('To').value, input('Password').value]).toEqual(['us', '']);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret-1');
});

test('another member never sees it, and signing out deletes it', async () => {
  render(<Letter />);
  await type();
  cleanup();
  signIn(8);
  render(<Letter />);
  expect(input('Text').value).toBe('');
  clearDrafts();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('a sent form starts empty', async () => {
  render(<Letter />);
  await type();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  cleanup();
  render(<Letter />);
  expect(input('Text').value).toBe('');
});

test('a failed one keeps its text', async () => {
  const send = () => {
    throw new Error('no');
  };
  render(<Letter send={send} />);
  await type();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Not sent');
  cleanup();
  render(<Letter />);
  await waitFor(() => expect(input('Text').value).toBe('By the old oak'));
});

test('canceling a dialog discards the text, but an ended session does not', async () => {
  const dialog = (
    <Dialog open onClose={() => undefined} title="A letter">
      <Letter />
    </Dialog>
  );
  render(dialog);
  await type();
  clearSession();
  cleanup();
  signIn(7);
  render(dialog);
  await waitFor(() => expect(input('Text').value).toBe('By the old oak'));
  cleanup();
  render(dialog);
  expect(input('Text').value).toBe('');
});

/** Reasons why member forms do not save a draft, keyed by path under web/. */
const formsWithoutDraft: Record<string, string> = {
  'features/accounts/sign-in/': 'nobody is signed in yet, so no session can be lost',
  'pages/forgot-password/': 'nobody is signed in yet, so no session can be lost',
  'features/accounts/account/security/': 'its texts are passwords and names of passkeys',
  'features/accounts/account/DeleteAccountForm.tsx': 'its texts are a password and a word that confirms',
  'features/cards/LostCard.tsx': 'its only text is a password',
  'features/certificates/RedeemForm.tsx': 'the member chooses again, at the costs of that time',
  'features/certificates/trip/ConfirmDialog.tsx': 'has no inputs',
  'features/memberships/CancelDialog.tsx': 'has no inputs',
  'features/orders/CardOrderDialog.tsx': 'its only input is a number',
  'features/orders/payment/': 'its texts are card numbers',
  'features/scans/scanning/TypedCardForm.tsx': 'its only input is a card id',
};
/**
 * Administrators' forms need no draft. When a session ends, administrators sign in again in a dialog on top of the form and keep their
 * input.
 */
const isForAdministrators = (file: string) => /\/(admin|test-card-api)\//.test(file);

test('every form for members stores a draft, or there is a reason why not', () => {
  const files = execFileSync('git', ['ls-files', '--', 'web'], { encoding: 'utf8' }).split('\n');
  const count = (source: string, pattern: RegExp) => source.match(pattern)?.length ?? 0;
  const withoutDraft = files
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('web/ui/') && !isForAdministrators(file))
    .map((file) => ({ file: file.replace('web/', ''), source: readFileSync(file, 'utf8') }))
    .filter(({ source }) => count(source, /<[Ff]orm(?=[\s<>])/g) > count(source, /\bdraft=|\breadDraft\(/g))
    .map(({ file }) => Object.keys(formsWithoutDraft).find((path) => file.startsWith(path)) ?? `${file} has no draft`);
  // Compares complete lists so that the test also fails if a form in `formsWithoutDraft` no longer needs its reason.
  expect([...new Set(withoutDraft)].sort()).toEqual(Object.keys(formsWithoutDraft).sort());
});
