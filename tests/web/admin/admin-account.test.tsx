/** @module-tag long */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedAdministrator } from '#schema/admin/administrators.ts';
import { errorMessage } from '#schema/errors.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { TestAdminArea } from '#tests/web/support/admin-area.tsx';
import { keeper, signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const listItem = (id: number, more: Partial<ListedAdministrator> = {}): ListedAdministrator => ({
  ...keeper,
  id,
  email: `admin${id}@demo.test`,
  firstName: 'Bo',
  lastName: `Keeper ${id}`,
  role: 'admin',
  createdAt: '2026-10-01T08:00:00.000Z',
  lastLoginAt: null,
  disabledAt: null,
  version: 4,
  ...more,
});

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
const listPath = '/api/admin/administrators';
const changes = () => sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ call: `${method} ${path}`, body }));

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/admin/account');
  Element.prototype.scrollIntoView = () => {};
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

async function open(role: 'admin' | 'super_admin' = 'admin') {
  await signInAsAdmin({ role });
  render(<TestAdminArea />);
  await screen.findByRole('heading', { name: 'My Account' });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function fill(label: string, text: string) {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
}
const toast = async (title: string, description: string) => {
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getAllByText(description).length).toBeGreaterThan(0);
};

describe('the administrator’s profile form', () => {
  test('requires all fields', async () => {
    await open();
    await fill('Last name', ' ');
    await press('Update profile');
    await toast('Validation Error', 'All fields are required');
    expect(changes()).toEqual([]);
  });

  test('replaces token and administrator', { tags: 'long' }, async () => {
    answers['PUT /api/admin/update-profile'] = {
      json: { token: 'renewed', admin: { ...keeper, firstName: 'Adele' }, message: 'Profile saved.' },
    };
    await open();
    await fill('First name', 'Adele');
    await press('Update profile');
    await toast('Profile updated', 'Profile saved.');
    expect(localStorage.getItem('adminToken')).toBe('renewed');
    expect(changes()[0]?.body).toEqual({ firstName: 'Adele', lastName: 'Marsh', email: keeper.email });
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Adele');
  });

  test('asks to sign in again after the email changed', async () => {
    const message = 'Profile saved. Log in again with your new email.';
    answers['PUT /api/admin/update-profile'] = { json: { admin: { ...keeper, email: 'new@demo.test' }, message } };
    await open();
    expect(screen.getByText('Changing your email requires signing in again.')).toBeTruthy();
    await fill('Email address', 'new@demo.test');
    await press('Update profile');
    await toast('Profile updated', message);
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  test('keeps the input when the server refuses', async () => {
    answers['PUT /api/admin/update-profile'] = refused('email_taken', { field: 'email' });
    await open();
    await fill('Email address', 'taken@demo.test');
    await press('Update profile');
    expect(await screen.findByText('Update failed')).toBeTruthy();
    const email = screen.getByRole('textbox', { name: 'Email address', description: new RegExp(errorMessage('email_taken')) });
    expect(email).toHaveProperty('value', 'taken@demo.test');
    expect(screen.getAllByText(errorMessage('email_taken'))).toHaveLength(2);
  });

  test('has its own text if the server sends none', async () => {
    answers['PUT /api/admin/update-profile'] = { status: 500, text: 'oops' };
    await open();
    await press('Update profile');
    await toast('Update failed', 'An error occurred while updating your profile');
  });

  test('without a token asks to sign in', async () => {
    await open();
    localStorage.clear();
    await press('Update profile');
    await toast('Update failed', 'Authentication token not found. Please log in again.');
  });
});

describe('the administrator’s password form', () => {
  async function change(current: string, next: string, confirmation: string) {
    await fill('Current password', current);
    await fill('New password', next);
    await fill('Confirm password', confirmation);
    await press('Change password');
  }

  eachVariant([
    ['', 'abcdef', 'abcdef', 'All password fields are required'],
    ['old-one', '', '', 'All password fields are required'],
    ['old-one', 'abcdef', 'abcdeg', 'New password and confirmation do not match'],
    ['old-one', 'abc', 'abc', 'Password must be at least 6 characters'],
  ])('with %j, %j and %j reports: %s', async (current, next, confirmation, sentence) => {
    await open();
    await change(current, next, confirmation);
    await toast('Validation Error', sentence);
    expect(changes()).toEqual([]);
  });

  test('changes the password and empties the fields', async () => {
    answers['PUT /api/admin/change-password'] = { json: { message: 'Password changed.' } };
    await open();
    await change('old-one', 'abcdef', 'abcdef');
    await toast('Password updated', 'Password changed.');
    expect(changes()).toEqual([{ call: 'PUT /api/admin/change-password', body: { currentPassword: 'old-one', newPassword: 'abcdef' } }]);
    for (const label of ['Current password', 'New password', 'Confirm password'])
      expect(screen.getByLabelText(label)).toHaveProperty('value', '');
  });

  test('keeps the input when the current password is wrong', { tags: 'long' }, async () => {
    answers['PUT /api/admin/change-password'] = refused('wrong_current_password', { field: 'currentPassword' });
    await open();
    await change('wrong', 'abcdef', 'abcdef');
    expect(await screen.findByText('Password change failed')).toBeTruthy();
    expect(screen.getAllByText('Current password is incorrect')).toHaveLength(2);
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'abcdef');
  });

  test('signs out everywhere after a confirmation', async () => {
    answers['POST /api/admin/sign-out-everywhere'] = { json: { message: 'All your sessions have ended, including this one.' } };
    await open();
    await press('Sign out everywhere');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out everywhere' }));
    await toast('Signed out everywhere', 'All your sessions have ended, including this one.');
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
  });
});

describe('an administrator with a password chosen by someone else', () => {
  const isThere = (name: string) => screen.queryByRole('heading', { name }) !== null;

  test('is redirected from everywhere to setting their own, and sees nothing else there', async () => {
    history.replaceState(null, '', '/admin/dashboard?tab=users');
    await signInAsAdmin({ mustSetPassword: true });
    render(<TestAdminArea />);
    expect(await screen.findByRole('heading', { name: 'Set your own password' })).toBeTruthy();
    expect(location.pathname).toBe('/admin/account');
    expect([isThere('Profile Information'), isThere('Administrators')]).toEqual([false, false]);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Back to Dashboard' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test('has full access once the password is set', async () => {
    answers['PUT /api/admin/change-password'] = { json: { message: 'Password changed.' } };
    answers['GET /api/admin/me'] = { json: keeper };
    answers[`GET ${listPath}`] = { json: [] };
    history.replaceState(null, '', '/admin/account');
    await signInAsAdmin({ mustSetPassword: true });
    render(<TestAdminArea />);
    await screen.findByRole('heading', { name: 'Set your own password' });
    await fill('Current password', 'given-one');
    await fill('New password', 'abcdef');
    await fill('Confirm password', 'abcdef');
    await press('Change password');
    expect(await screen.findByRole('heading', { name: 'Profile Information' })).toBeTruthy();
    expect(isThere('Set your own password')).toBe(false);
    expect(screen.getByText('Password updated')).toBeTruthy();
  });

  test('keeps the input if it is the password that was given', async () => {
    answers['PUT /api/admin/change-password'] = refused('password_not_own', { field: 'newPassword' });
    history.replaceState(null, '', '/admin/account');
    await signInAsAdmin({ mustSetPassword: true });
    render(<TestAdminArea />);
    await screen.findByRole('heading', { name: 'Set your own password' });
    await fill('Current password', 'given-one');
    await fill('New password', 'given-one');
    await fill('Confirm password', 'given-one');
    await press('Change password');
    expect(await screen.findByText(errorMessage('password_not_own'))).toBeTruthy();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'given-one');
  });
});

describe('a mailed link for a new password', () => {
  const call = 'POST /api/admin/reset-password';
  const visit = async (hash: string) => {
    history.replaceState(null, '', `/admin/reset-password${hash}`);
    await signInAsAdmin(null);
    render(<TestAdminArea />);
  };
  const setPassword = async () => {
    await userEvent.type(screen.getByLabelText('New password'), 'brand-new-1');
    await userEvent.type(screen.getByLabelText('Confirm new password'), 'brand-new-1');
    await press('Set new password');
  };

  test('sets it when the button is pressed, not when opened, and leads to the login', async () => {
    answers[call] = { json: { message: 'All your sessions have ended. Log in with your new password.' } };
    await visit('#token=abc');
    expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeTruthy();
    expect(location.href).not.toContain('abc');
    expect(sent).toEqual([]);
    await setPassword();
    expect(await screen.findByText('All your sessions have ended. Log in with your new password.')).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'abc', newPassword: 'brand-new-1' }]);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/admin/login');
  });

  test('that has expired says who can send another one', async () => {
    answers[call] = refused('admin_reset_link_expired');
    await visit('#token=abc');
    await setPassword();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
    expect(screen.getByText(errorMessage('admin_reset_link_expired'))).toBeTruthy();
  });

  test('that is incomplete is reported', async () => {
    await visit('');
    expect(await screen.findByText(/This link is incomplete/)).toBeTruthy();
  });
});

describe('the list of administrators', () => {
  const act4 = async (item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Bo Keeper 4' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };

  test('is hidden from a plain administrator', async () => {
    await open('admin');
    expect(screen.queryByRole('heading', { name: 'Administrators' })).toBeNull();
    expect(sent.filter(({ path }) => path.includes('administrators'))).toEqual([]);
  });

  test('lists everyone, without actions on oneself', async () => {
    answers[`GET ${listPath}`] = {
      json: [{ ...listItem(keeper.id), ...keeper }, listItem(4), listItem(5, { disabledAt: '2026-11-02T08:00:00.000Z' })],
    };
    await open('super_admin');
    expect(await screen.findByText('Bo Keeper 4')).toBeTruthy();
    expect(screen.getByText(/^Disabled /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Actions for Ada Marsh' })).toBeNull();
  });

  test.each([
    ['Make super administrator', { role: 'super_admin', version: 4 }, 'Bo Keeper 4 is now a super administrator.'],
    ['Disable', { disabled: true, version: 4 }, 'Bo Keeper 4 can no longer log in.'],
  ])('asks for confirmation of %s, and reports the result', async (item, body, sentence) => {
    answers[`GET ${listPath}`] = { json: [listItem(4)] };
    answers[`PATCH ${listPath}/4`] = { json: listItem(4, { version: 5 }) };
    await open('super_admin');
    await act4(item);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: item }));
    await toast('Administrator updated', sentence);
    expect(changes()).toEqual([{ call: `PATCH ${listPath}/4`, body }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('sends a link for a new password after a confirmation', async () => {
    answers[`GET ${listPath}`] = { json: [listItem(4)] };
    answers[`POST ${listPath}/4/reset-link`] = { json: { message: 'We sent a link to admin4@demo.test.' } };
    await open('super_admin');
    await act4('Send reset link');
    expect(changes()).toEqual([]);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send reset link' }));
    await toast('Reset link sent', 'We sent a link to admin4@demo.test.');
    expect(changes()).toEqual([{ call: `POST ${listPath}/4/reset-link`, body: undefined }]);
  });

  test('sends no link to a disabled administrator', async () => {
    answers[`GET ${listPath}`] = { json: [listItem(4, { disabledAt: '2026-11-02T08:00:00.000Z' })] };
    await open('super_admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Bo Keeper 4' }));
    expect(await screen.findByRole('menuitem', { name: 'Enable' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Send reset link' })).toBeNull();
  });

  test('reports a concurrent change by another administrator', { tags: 'long' }, async () => {
    answers[`GET ${listPath}`] = { json: [listItem(4)] };
    answers[`PATCH ${listPath}/4`] = refused('changed_meanwhile');
    await open('super_admin');
    await act4('Disable');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
    expect(await within(screen.getByRole('dialog')).findByText(errorMessage('changed_meanwhile'))).toBeTruthy();
    await waitFor(() => expect(sent.filter(({ path }) => path === listPath).length).toBe(2));
  });

  test('creates an administrator, and keeps the input when refused', async () => {
    answers[`GET ${listPath}`] = { json: [] };
    answers['POST /api/admin/register'] = refused('email_taken', { field: 'email' });
    await open('super_admin');
    await press('Add administrator');
    const dialog = within(screen.getByRole('dialog'));
    const type = (label: string, text: string) => userEvent.type(dialog.getByLabelText(label), text);
    const add = () => userEvent.click(dialog.getByRole('button', { name: 'Add administrator' }));
    await type('Email', 'bo@demo.test');
    await type('Password', 'secret-1');
    await type('Confirm password', 'secret-2');
    await add();
    expect(await dialog.findByText("Passwords don't match")).toBeTruthy();
    await userEvent.clear(dialog.getByLabelText('Confirm password'));
    await type('Confirm password', 'secret-1');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Super administrator');
    await add();
    expect(await dialog.findByText('Registration failed')).toBeTruthy();
    expect(dialog.getByLabelText('Email')).toHaveProperty('value', 'bo@demo.test');
    answers['POST /api/admin/register'] = {
      status: 201,
      json: { token: 'theirs', admin: { ...keeper, id: 9, email: 'bo@demo.test', firstName: null } },
    };
    await add();
    expect(await screen.findByText('Administrator added')).toBeTruthy();
    expect(changes().at(-1)?.body).toMatchObject({ email: 'bo@demo.test', role: 'super_admin', firstName: null });
    expect(localStorage.getItem('adminToken')).toBe('admin-test-token');
  });
});
