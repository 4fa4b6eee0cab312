import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, member, type SentRequest } from '#tests/web/fake-server.ts';
import { PageFrame } from '#tests/web/page-frame.tsx';
import { signInAs } from '#tests/web/signed-in.ts';
import { AccountPage } from '#web/features/account/AccountPage.tsx';
import { AccountTab } from '#web/features/dashboard/AccountTab.tsx';

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

  test('asks for both names and a valid e-mail', async () => {
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

  test('saves blank fields as nothing and says so', async () => {
    answers['PATCH /api/user'] = { json: { ...member, city: 'Portland' } };
    open();
    await fill('City (optional)', 'Portland');
    await press('Save Changes');
    expect(await screen.findByText('Profile updated')).toBeTruthy();
    expect(bodies('/api/user')).toEqual([expect.objectContaining({ firstName: 'Fay', city: 'Portland', phone: null })]);
  });

  test('shows the server’s reason and keeps what was typed', async () => {
    answers['PATCH /api/user'] = { status: 409, json: { message: 'This e-mail is already in use', code: 'email_taken', requestId: 'r' } };
    open();
    await fill('Email', 'taken@demo.test');
    await press('Save Changes');
    expect(await screen.findByText('Update failed')).toBeTruthy();
    expect(screen.getByText('This e-mail is already in use')).toBeTruthy();
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'taken@demo.test');
  });

  test('words the password rules its own way', async () => {
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
    answers['POST /api/change-password'] = { json: { message: 'ok' } };
    open();
    await fill('Current password', 'old-one');
    await fill('New password', 'new-one');
    await fill('Confirm new password', 'new-one');
    await press('Change Password');
    expect(await screen.findByText('Password updated')).toBeTruthy();
    expect(bodies('/api/change-password')).toEqual([{ currentPassword: 'old-one', newPassword: 'new-one' }]);
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });
});

describe('My Account', () => {
  async function open(path: string) {
    window.history.replaceState(null, '', path);
    await signInAs({});
    render(
      <PageFrame>
        <AccountPage />
      </PageFrame>,
    );
    await screen.findByRole('heading', { name: 'My Account' });
  }

  test('lets nothing be saved before something has changed; the user name never', async () => {
    await open('/account');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Username')).toHaveProperty('disabled', true);
    expect(screen.getByText('Username cannot be changed')).toBeTruthy();
    await fill('Phone (optional)', '555 0100');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', false);
  });

  test('takes empty names, words the e-mail its own way and confirms', async () => {
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

  test('words password rules its own way and passes on a refusal', async () => {
    answers['POST /api/change-password'] = {
      status: 400,
      json: { message: 'Current password is incorrect', code: 'wrong_password', requestId: 'r' },
    };
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
    expect(screen.getAllByText('Current password is incorrect').length).toBeGreaterThan(0);
  });
});
