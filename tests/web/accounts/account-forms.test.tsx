/** @module-tag long */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { noNotifications } from '#tests/web/support/no-notifications.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { AccountPage } from '#web/pages/account/AccountPage.tsx';
import { AccountTab } from '#web/pages/dashboard/AccountTab.tsx';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = { 'GET /api/user': { json: member } };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fill = async (label: string, text: string) => {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
};
const bodies = (path: string) => sent.filter((request) => request.path === path && request.method !== 'GET').map(({ body }) => body);

describe('the dashboard’s account tab', () => {
  const open = () =>
    render(
      <PageFrame>
        <AccountTab user={member} />
      </PageFrame>,
    );

  test('requires both names and a valid email', { tags: 'long' }, async () => {
    open();
    await fill('First name', '');
    await fill('Last name', ' ');
    await fill('Email', 'nobody');
    await press('Save Changes');
    expect(await screen.findByText('First name is required')).toBeTruthy();
    expect(screen.getByText('Last name is required')).toBeTruthy();
    expect(screen.getByText('Please enter a valid email address')).toBeTruthy();
    expect(bodies('/api/user')).toEqual([]);
  });

  test('saves blank fields as null and confirms', async () => {
    answers['PATCH /api/user'] = { json: { ...member, city: 'Portland' } };
    open();
    await fill('City (optional)', 'Portland');
    await press('Save Changes');
    expect(await screen.findByText('Profile updated')).toBeTruthy();
    expect(bodies('/api/user')).toEqual([expect.objectContaining({ firstName: 'Fay', city: 'Portland', phone: null })]);
  });

  test('shows the server’s reason at the field and in the toast, and keeps the input', async () => {
    answers['PATCH /api/user'] = refused('email_taken', { field: 'email' });
    open();
    await fill('Email', 'taken@demo.test');
    await press('Save Changes');
    expect(await screen.findByText('Update failed')).toBeTruthy();
    const email = screen.getByRole('textbox', { name: 'Email', description: new RegExp(errorMessage('email_taken')) });
    expect(email).toHaveProperty('value', 'taken@demo.test');
    expect(screen.getAllByText(errorMessage('email_taken'))).toHaveLength(2);
  });

  test('asks for the password only when a verified email or the name changes', async () => {
    answers['PATCH /api/user'] = { json: member };
    open();
    const password = () => screen.queryAllByLabelText('Current password').length;
    expect(password()).toBe(1);
    await fill('Email', 'fay.new@demo.test');
    expect(password()).toBe(2);
    await fill('Email', 'FAY@demo.test');
    expect(password()).toBe(1);
    await fill('First name', 'Thief');
    expect(password()).toBe(2);
    await fill('First name', member.firstName ?? '');
    await press('Save Changes');
    await screen.findByText('Profile updated');
    expect(bodies('/api/user')).toEqual([expect.not.objectContaining({ currentPassword: expect.anything() })]);
  });

  test('has its own texts for password rules', async () => {
    open();
    await fill('New password', 'abc');
    await press('Change Password');
    expect(await screen.findByText('Current password is required')).toBeTruthy();
    expect(screen.getByText('New password must be at least 6 characters')).toBeTruthy();
    expect(screen.getByText('Confirm password is required')).toBeTruthy();
    await fill('Current password', 'x');
    await fill('New password', 'abcdef');
    await fill('Confirm new password', 'abcdeg');
    await press('Change Password');
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  });

  test('changes the password and empties the form', async () => {
    answers['POST /api/change-password'] = { json: { message: 'ok', recent: { passkeys: [], providers: [] } } };
    open();
    await fill('Current password', 'old-one');
    await fill('New password', 'new-one');
    await fill('Confirm new password', 'new-one');
    await press('Change Password');
    expect(await screen.findByText('Password updated')).toBeTruthy();
    expect(bodies('/api/change-password')).toEqual([{ currentPassword: 'old-one', newPassword: 'new-one' }]);
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
    expect(screen.queryByRole('heading', { name: 'Did you add these?' })).toBeNull();
  });

  test('shows passkeys and providers added recently, to keep or remove', async () => {
    const createdAt = '2026-11-20T10:00:00.000Z';
    const recent = {
      passkeys: [{ id: 4, name: 'Desk', createdAt, lastUsedAt: null }],
      providers: [
        { provider: 'facebook', createdAt },
        { provider: 'google', createdAt },
      ],
    };
    answers['POST /api/change-password'] = { json: { message: 'ok', recent } };
    answers['DELETE /api/passkeys/4'] = { json: { message: 'Passkey removed.' } };
    answers['DELETE /api/sign-in-providers/facebook'] = refused('internal');
    open();
    await fill('Current password', 'old-one');
    await fill('New password', 'new-one');
    await fill('Confirm new password', 'new-one');
    await press('Change Password');
    const heading = await screen.findByRole('heading', { name: 'Did you add these?' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    // After a reload, the page still asks about the passkey and the provider that the member has neither kept nor removed.
    cleanup();
    open();
    await screen.findByRole('heading', { name: 'Did you add these?' });
    await press('Remove Passkey “Desk”');
    await userEvent.type(within(screen.getByRole('dialog')).getByLabelText('Current password'), 'new-one');
    await press('Remove');
    expect(await screen.findByText('Passkey removed.')).toBeTruthy();
    expect(bodies('/api/passkeys/4')).toEqual([{ currentPassword: 'new-one' }]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Did you add these?' })));
    expect(screen.queryByText('Passkey “Desk”')).toBeNull();
    await press('Remove Sign-in with Facebook');
    await press('Remove');
    expect(await screen.findByText('Couldn’t remove it')).toBeTruthy();
    cleanup();
    open();
    expect(screen.queryByText('Passkey “Desk”')).toBeNull();
    answers['DELETE /api/sign-in-providers/facebook'] = refused('provider_not_linked');
    await press('Remove Sign-in with Facebook');
    await press('Remove');
    expect(await screen.findByText(errorMessage('provider_not_linked'))).toBeTruthy();
    await press('Keep Sign-in with Google');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Did you add these?' })).toBeNull());
    cleanup();
    open();
    expect(screen.queryByRole('heading', { name: 'Did you add these?' })).toBeNull();
  });
});

describe('My Account', () => {
  async function open(path: string, user: Partial<User> = {}) {
    window.history.replaceState(null, '', path);
    await signInAs(user);
    render(
      <PageFrame>
        <AccountPage />
      </PageFrame>,
    );
    await screen.findByRole('heading', { name: 'My Account' });
  }

  test('cannot be saved before something has changed, and never changes the username', async () => {
    await open('/account');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Username')).toHaveProperty('disabled', true);
    expect(screen.getByText('Username cannot be changed')).toBeTruthy();
    await fill('Phone (optional)', '555 0100');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', false);
  });

  test('accepts empty names, has its own text for the email and confirms', async () => {
    answers['POST /api/update-profile'] = { json: { ...member, firstName: null } };
    await open('/account?tab=nowhere');
    await fill('First name', '');
    await fill('Email', 'x');
    await press('Save Changes');
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    await fill('Email', 'fay@demo.test');
    await press('Save Changes');
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    expect(screen.getByText('Your account information has been updated successfully.')).toBeTruthy();
    expect(bodies('/api/update-profile')).toEqual([expect.objectContaining({ firstName: null, email: 'fay@demo.test' })]);
  });

  describe('after entering another email', () => {
    const newEmail = 'fay.new@demo.test';
    const save = 'POST /api/update-profile';

    test('sends the password, and shows the address that needs confirmation', async () => {
      answers[save] = { json: { ...member, pendingEmail: newEmail } };
      await open('/account');
      expect(screen.queryByLabelText('Current password')).toBeNull();
      await fill('Email', newEmail);
      await fill('Current password', 'secret-1');
      await press('Save Changes');
      expect(await screen.findByText(`Open the link we sent to ${newEmail} to finish the change.`)).toBeTruthy();
      expect(bodies('/api/update-profile')).toEqual([expect.objectContaining({ email: newEmail, currentPassword: 'secret-1' })]);
      expect(screen.getByText('Confirm your new email')).toBeTruthy();
      expect(screen.getByLabelText('Email')).toHaveProperty('value', member.email);
      expect(screen.queryByLabelText('Current password')).toBeNull();
    });

    test('keeps the input and marks the field if the password is wrong or missing', async () => {
      answers[save] = refused('wrong_current_password', { field: 'currentPassword' });
      await open('/account');
      await fill('Email', newEmail);
      await fill('Current password', 'wrong-1');
      await press('Save Changes');
      expect(await screen.findByText('Current password is incorrect')).toBeTruthy();
      expect(screen.getByLabelText('Email')).toHaveProperty('value', newEmail);
      expect(screen.getByLabelText('Current password')).toBe(document.activeElement);
    });

    test('asks an unverified member for the password only if the server requires it', async () => {
      answers[save] = refused('password_or_sign_in', { field: 'currentPassword' });
      await open('/account', { emailVerified: false });
      await fill('Email', newEmail);
      expect(screen.queryByLabelText('Current password')).toBeNull();
      await press('Save Changes');
      expect(await screen.findByLabelText('Current password')).toBeTruthy();
      answers[save] = { json: { ...member, email: newEmail, emailVerified: false } };
      await fill('Current password', 'secret-1');
      await press('Save Changes');
      expect(await screen.findByText('Profile Updated')).toBeTruthy();
      expect(bodies('/api/update-profile').at(-1)).toMatchObject({ email: newEmail, currentPassword: 'secret-1' });
      expect(screen.queryByText('Confirm your new email')).toBeNull();
    });

    eachVariant([
      ['nothing after a recent sign-in', true, '2999-01-01T00:00:00.000Z', 0, 0],
      ['a new sign-in if the last one is older', true, '2020-01-01T00:00:00.000Z', 0, 1],
      ['the password if they have one', false, '2020-01-01T00:00:00.000Z', 1, 0],
    ])('asks members who sign in through a provider for %s', async (_, isWithout, freshUntil, passwords, signIns) => {
      answers['GET /api/preferences'] = {
        json: {
          wantsOptionalMail: true,
          digest: 'off',
          language: 'en',
          languages: ['en'],
          newCards: null,
          notifications: noNotifications,
          hasPassword: !isWithout,
          freshUntil,
        },
      };
      await open('/account', { oauthProvider: 'google' });
      await fill('Email', newEmail);
      await waitFor(() => {
        expect(screen.queryAllByLabelText('Current password')).toHaveLength(passwords);
        expect(screen.queryAllByRole('button', { name: 'Sign in again' })).toHaveLength(signIns);
      });
      expect(sent.some(({ path }) => path === '/api/preferences')).toBe(true);
    });
  });

  describe('with an email waiting for confirmation', () => {
    const waiting = { pendingEmail: 'fay.new@demo.test' };

    test('sends the email again and shows its address', async () => {
      answers['POST /api/confirm-email-change/send'] = { json: { message: 'We sent an email to fay.new@demo.test.' } };
      await open('/account', waiting);
      expect(screen.getByText('fay.new@demo.test')).toBeTruthy();
      await press('Send again');
      expect((await screen.findByText('We sent an email to fay.new@demo.test.')).getAttribute('role')).toBe('status');
    });

    test('shows the new address once it was confirmed elsewhere', async () => {
      answers['POST /api/confirm-email-change/send'] = refused('no_pending_email');
      answers['GET /api/user'] = { json: { ...member, email: 'fay.new@demo.test' } };
      await open('/account', waiting);
      await press('Send again');
      await waitFor(() => expect(screen.queryByText('Confirm your new email')).toBeNull());
      expect(screen.getByLabelText('Email')).toHaveProperty('value', 'fay.new@demo.test');
      expect(screen.queryByLabelText('Current password')).toBeNull();
    });

    test('cancels the change', async () => {
      answers['POST /api/cancel-email-change'] = { json: member };
      await open('/account', waiting);
      await press('Cancel change');
      expect(await screen.findByText('Email change canceled')).toBeTruthy();
      expect(screen.queryByText('Confirm your new email')).toBeNull();
    });

    test('explains why it could not be canceled', async () => {
      answers['POST /api/cancel-email-change'] = new TypeError('Failed to fetch');
      await open('/account', waiting);
      await press('Cancel change');
      expect(await screen.findByText('No connection. Check your network and try again.')).toBeTruthy();
      expect(screen.getByText('Confirm your new email')).toBeTruthy();
    });
  });

  test('has its own texts for password rules and shows a refusal', async () => {
    answers['POST /api/change-password'] = refused('wrong_current_password', { field: 'currentPassword' });
    await open('/account?tab=security');
    await fill('Current password', 'abc');
    await press('Change Password');
    expect(await screen.findByText('Current password must be at least 6 characters')).toBeTruthy();
    expect(screen.getByText('Please confirm your password')).toBeTruthy();
    await fill('Current password', 'abcdef');
    await fill('New password', 'ghijkl');
    await fill('Confirm new password', 'ghijkl');
    await press('Change Password');
    expect(await screen.findByText('Password Change Failed')).toBeTruthy();
    expect(screen.getAllByText('Current password is incorrect')).toHaveLength(2);
  });
});
