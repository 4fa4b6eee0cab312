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

test('every form for members with several inputs keeps a draft', () => {
  const files = execFileSync('git', ['ls-files', '--', 'web/features', 'web/pages'], { encoding: 'utf8' }).split('\n');
  /** Forms that store no drafts: those with a password or a card number, and those for developers. */
  const without = /PayoutAddressSection|PasswordForm|DeleteAccountForm|EndSessions|PasskeyList|test-card-api/;
  const forms = files
    .filter((file) => file.endsWith('.tsx') && !file.includes('/admin/') && !without.test(file))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
    .filter(({ source }) => /<Form[\s<]/.test(source) && (source.match(/<Form(Field|TextArea|SelectField)/g) ?? []).length > 1);
  expect(forms.length).toBeGreaterThan(3);
  expect(forms.filter(({ source }) => !source.includes('draft=')).map(({ file }) => file)).toEqual([]);
});
