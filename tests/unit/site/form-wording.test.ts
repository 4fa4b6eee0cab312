/** Each form has its own messages for invalid input. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  AccountPasswordForm,
  AccountProfileForm,
  ChangePasswordRequest,
  DashboardPasswordForm,
  DashboardProfileForm,
  LoginRequest,
  RegisterForm,
  RegisterRequest,
} from '#schema/accounts/account.ts';

/** Returns each invalid field with its first message. */
function refusals(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const result = v.safeParse(schema, input);
  const messages = new Map<string, string>();
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue) ?? '';
    if (!messages.has(field)) messages.set(field, issue.message);
  }
  return Object.fromEntries(messages);
}

const registration = {
  email: 'ada@example.test',
  password: 'secret-1',
  confirmPassword: 'secret-1',
  firstName: 'Ada',
  lastName: '',
  username: '',
  acceptedTerms: true,
};

describe.each([
  ['the Register form', RegisterForm],
  ['the register call', RegisterRequest],
])('%s', (_, schema) => {
  test.each([
    'Kim@example.test'.replace('K', '\u212A'),
    'ſam@example.test',
    'zoë@example.test',
  ])('refuses %s, which is another address in lower case, or none', (email) => {
    expect(Object.keys(refusals(schema, { ...registration, email }))).toEqual(['email']);
  });

  test.each([
    [{}, {}],
    [{ email: 'ada' }, { email: 'Please enter a valid email address' }],
    [{ email: '' }, { email: 'Please enter a valid email address' }],
    [
      { password: '12345', confirmPassword: '12345' },
      { password: 'Password must be at least 6 characters', confirmPassword: 'Password must be at least 6 characters' },
    ],
    [{ password: '123456', confirmPassword: '123456' }, {}],
    [{ confirmPassword: 'secret-2' }, { confirmPassword: "Passwords don't match" }],
    [{ acceptedTerms: false }, { acceptedTerms: 'Please accept the Terms and the Privacy Policy' }],
    // Both errors are reported: the passwords are compared even if another field is invalid.
    [
      { email: 'ada', confirmPassword: 'secret-2' },
      { email: 'Please enter a valid email address', confirmPassword: "Passwords don't match" },
    ],
  ])('%j', (fields, expected) => {
    expect(refusals(schema, { ...registration, ...fields })).toEqual(expected);
  });
});

test('signing in does not check the length of a password', () => {
  expect(refusals(LoginRequest, { email: ' ada@example.test ', password: 'x' })).toEqual({});
  expect(refusals(LoginRequest, { email: 'ada@example.test', password: 'x'.repeat(60_000) })).toEqual({});
  expect(refusals(LoginRequest, { email: 'ada', password: '' })).toEqual({
    email: 'Please enter a valid email address',
    password: 'Please enter your password',
  });
});

test('the dashboard’s profile form requires names, the account page’s does not', () => {
  const blank = { firstName: ' ', lastName: '', email: 'ada' };
  expect(refusals(DashboardProfileForm, blank)).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Please enter a valid email address',
  });
  expect(refusals(AccountProfileForm, blank)).toEqual({ email: 'Invalid email address' });
  expect(refusals(AccountProfileForm, { firstName: null, lastName: null, email: 'ada@example.test', phone: null })).toEqual({});
});

describe('the password forms', () => {
  const passwords = (currentPassword: string, newPassword: string, confirmPassword: string) => ({
    currentPassword,
    newPassword,
    confirmPassword,
  });

  test.each([
    [
      passwords('', '12345', '12345'),
      {
        currentPassword: 'Current password is required',
        newPassword: 'New password must be at least 6 characters',
        confirmPassword: 'Confirm password is required',
      },
    ],
    [passwords('x', 'secret-1', 'secret-2'), { confirmPassword: 'Passwords do not match' }],
    [passwords('x', 'secret-1', ''), { confirmPassword: 'Confirm password is required' }],
    [passwords('x', 'secret-1', 'secret-1'), {}],
    [passwords('x', 'x'.repeat(129), 'x'.repeat(129)), { newPassword: 'Use at most 128 characters' }],
  ])('on the dashboard: %j', (input, expected) => {
    expect(refusals(DashboardPasswordForm, input)).toEqual(expected);
  });

  test.each([
    [
      passwords('12345', '12345', '12345'),
      {
        currentPassword: 'Current password must be at least 6 characters',
        newPassword: 'New password must be at least 6 characters',
        confirmPassword: 'Please confirm your password',
      },
    ],
    [passwords('secret-1', 'secret-2', 'secret-3'), { confirmPassword: 'Passwords do not match' }],
    [passwords('secret-1', 'secret-2', 'secret-2'), {}],
  ])('on the account page: %j', (input, expected) => {
    expect(refusals(AccountPasswordForm, input)).toEqual(expected);
  });

  test('in the API call', () => {
    expect(refusals(ChangePasswordRequest, { currentPassword: '', newPassword: '12345' })).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'New password must be at least 6 characters',
    });
    expect(refusals(ChangePasswordRequest, { currentPassword: 'x', newPassword: '123456' })).toEqual({});
  });
});

test('blank texts become null, others are trimmed', () => {
  const output = v.parse(RegisterRequest, { ...registration, firstName: ' Ada ', phone: '  ', city: null });
  expect(output).toMatchObject({ firstName: 'Ada', phone: null, city: null, lastName: null, username: null });
  expect(output).not.toHaveProperty('country');
});
