import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { fakeServer, heldBack, member } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { App } from '#web/app.tsx';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { clearSession, storeToken } from '#web/lib/auth-storage.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const patient = { timeout: 5_000 };

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await mutate(() => true, undefined, { revalidate: false });
  setUser(undefined);
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

function open(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}

describe('signing in', () => {
  test('continues to the page the visitor came from, with the token stored', async () => {
    const sent = fakeServer({ 'POST /api/login': { json: { ...member, token: 'tok-1' } } });
    storeReturnPath('/?from=card');
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'fay@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/?from=card'), patient);
    expect(localStorage.getItem('auth_token')).toBe('tok-1');
    expect(sent.filter((request) => request.method === 'POST').map((request) => request.body)).toEqual([
      { email: 'fay@demo.test', password: 'x' },
    ]);
    expect(await screen.findByRole('link', { name: 'Go to Dashboard' })).toBeTruthy();
  });

  test('shows the server’s text after a refusal and keeps the input', async () => {
    fakeServer({ 'POST /api/login': refused('wrong_credentials') });
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'fay@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    const title = await screen.findByText('Authentication Error');
    expect(title.closest('[role="alert"]')?.textContent).toContain(errorMessage('wrong_credentials'));
    expect(screen.getByText('Login failed')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('fay@demo.test');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong');
    expect(screen.getByRole('button', { name: 'Sign In' }).hasAttribute('disabled')).toBe(false);
  });

  test('to a suspended account shows the reason and a contact link, and keeps the input', async () => {
    const params = { reason: 'Sixty cards within a minute.' };
    fakeServer({ 'POST /api/login': refused('member_suspended', { params }) });
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'fay@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    const alert = (await screen.findByText('Authentication Error')).closest<HTMLElement>('[role="alert"]');
    expect(alert?.textContent).toContain(errorMessage('member_suspended', params));
    expect(
      within(alert ?? document.body)
        .getByRole('link', { name: 'Contact us' })
        .getAttribute('href'),
    ).toBe('/contact');
    expect(screen.getByText('Your account is suspended.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('fay@demo.test');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('x');
  });

  test('dismisses a failure’s toast on the next attempt', async () => {
    const answers: Parameters<typeof fakeServer>[0] = {
      'POST /api/login': refused('wrong_credentials'),
    };
    fakeServer(answers);
    storeReturnPath('/?from=card');
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'fay@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await screen.findByText('Login failed');
    answers['POST /api/login'] = heldBack;
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
    await screen.findByRole('button', { name: 'Signing in…' });
    expect(screen.queryByText('Login failed')).toBeNull();
  });

  test('confirms success with a toast', async () => {
    fakeServer({ 'POST /api/login': { json: { ...member, token: 'tok-1' } } });
    storeReturnPath('/?from=card');
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'fay@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Login Successful')).toBeTruthy();
  });

  test('shows the status if the answer has no text', async () => {
    fakeServer({ 'POST /api/login': { status: 502, text: '<h1>Bad gateway</h1>' } });
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'fay@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findAllByText('Login failed: 502')).length).toBeGreaterThan(0);
  });

  test('disables the button until the answer arrives', async () => {
    fakeServer({ 'POST /api/login': new Promise<never>(() => {}) });
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'fay@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'secret1');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findByRole('button', { name: 'Signing in…' })).getAttribute('aria-disabled')).toBe('true');
  });

  test('sends nothing for an invalid email', async () => {
    const sent = fakeServer({});
    open('/auth');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'nobody');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('textbox', { name: 'Email', description: 'Please enter a valid email address' })).toBeTruthy();
    expect(sent.filter(({ path }) => path !== '/api/config')).toEqual([]);
  });
});

describe('the sign-in page for a visitor who came from a card', () => {
  test('opens Register where nobody has signed in yet, and Sign In elsewhere', async () => {
    fakeServer({});
    localStorage.clear();
    storeReturnPath('/card?id=TC-0000001&k=ABCD2345');
    open('/auth');
    expect(await screen.findByText('Register to earn a Treasure Token for TC-0000001.', {}, patient)).toBeTruthy();
    cleanup();
    storeToken('token');
    clearSession();
    open('/auth');
    expect(await screen.findByText('Sign in to earn a Treasure Token for TC-0000001.', {}, patient)).toBeTruthy();
  });

  test('reminds them of the card on both tabs, with how to register', async () => {
    fakeServer({});
    storeToken('token');
    clearSession();
    storeReturnPath('/card?id=TC-0000001&k=ABCD2345');
    open('/auth');
    expect(await screen.findByRole('heading', { name: 'Your Cache Card is waiting' }, patient)).toBeTruthy();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Sign In');
    expect(screen.getByText('Sign in to earn a Treasure Token for TC-0000001.')).toBeTruthy();
    expect(screen.getByText(/New here\?/)).toBeTruthy();
    const toRegister = screen.getByRole('button', { name: 'Register' });
    await userEvent.click(toRegister);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Register');
    expect(screen.getByText('Register to earn a Treasure Token for TC-0000001.')).toBeTruthy();
    expect(document.activeElement).toBe(toRegister);
    expect(toRegister.textContent).toBe('Sign In');
  });

  test('has no reminder for a visitor from elsewhere', async () => {
    fakeServer({});
    storeReturnPath('/dashboard/referrals?id=TC-0000001');
    open('/auth');
    expect(await screen.findByRole('heading', { name: 'Welcome back, explorer' }, patient)).toBeTruthy();
    expect(screen.queryByText(/TC-0000001/)).toBeNull();
  });
});

describe('registering', () => {
  test('asks for the required fields first and the optional ones last', async () => {
    fakeServer({});
    open('/auth?ref=');
    const form = await screen.findByRole('form', { name: 'Register' }, patient);
    const names = [...form.querySelectorAll('input')].map(({ name }) => name);
    expect(names).toEqual(['email', 'password', 'confirmPassword', 'acceptedTerms', 'firstName', 'lastName', 'username']);
  });

  async function fillIn(password = 'correct horse', confirmPassword = password) {
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'new@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), password);
    await userEvent.type(screen.getByLabelText('Confirm password'), confirmPassword);
  }

  test('from an invitation opens the Register tab and sends the code', async () => {
    const sent = fakeServer({ 'POST /api/register': { status: 201, json: { ...member, token: 'tok-2' } } });
    storeReturnPath('/');
    open('/auth?ref=FRIEND12');
    await fillIn();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I’m 13 or older, and I accept the Terms and the Privacy Policy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBe('tok-2'), patient);
    expect(await screen.findByText('Registration Successful')).toBeTruthy();
    expect(sent.find((request) => request.path === '/api/register')?.body).toMatchObject({
      email: 'new@demo.test',
      password: 'correct horse',
      acceptedTerms: true,
      ref: 'FRIEND12',
    });
  });

  test('marks two different passwords and terms that are not accepted', { tags: 'long' }, async () => {
    const sent = fakeServer({});
    open('/auth?ref=');
    await fillIn('correct horse', 'correct house');
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    expect(screen.getByRole('checkbox', { description: 'Please accept the Terms and the Privacy Policy' })).toBeTruthy();
    expect(sent.filter(({ path }) => path !== '/api/config')).toEqual([]);
  });

  test('warns about a common password, and fills in a better one on request', async () => {
    fakeServer({});
    open('/auth?ref=');
    await fillIn('Password1');
    expect(await screen.findByText('Easy to guess: it’s one of the 10,000 most common passwords.')).toBeTruthy();
    const better = screen.getByText(/^[a-z]+(-[a-z]+){4}$/).textContent;
    await userEvent.click(screen.getByRole('button', { name: 'Use it' }));
    expect(screen.getByLabelText('Password')).toHaveProperty('value', better);
    expect(screen.getByLabelText('Confirm password')).toHaveProperty('value', better);
    expect(screen.queryByText(/^Easy to guess/)).toBeNull();
  });

  test('shows an email in use in the alert and at its field', async () => {
    fakeServer({ 'POST /api/register': refused('email_taken', { field: 'email' }) });
    open('/auth?ref=');
    await fillIn();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Registration failed')).toBeTruthy();
    expect(await screen.findByRole('textbox', { name: 'Email', description: errorMessage('email_taken') })).toBeTruthy();
  });
});

describe('a username that breaks a rule', () => {
  async function submit(username: string) {
    open('/auth?ref=');
    await userEvent.type(await screen.findByLabelText('Email', {}, patient), 'new@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('First name', { exact: false }), 'Fay');
    await userEvent.type(screen.getByLabelText('Username', { exact: false }), username);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  }
  const values = () => [...screen.getByRole('form', { name: 'Register' }).querySelectorAll('input')].map((input) => input.value);
  const formValues = (username: string) => ['new@demo.test', 'correct horse', 'correct horse', 'on', 'Fay', '', username];

  eachVariant([
    ['Cache Cards', 'Use only letters, digits, dots, hyphens and underscores.'],
    ['ab', 'Use 3 to 30 characters.'],
    ['someone@else.test', 'Other members see your username, so please don’t use an email address.'],
  ])('is explained at its field, sends nothing and loses nothing: %s', async (username, message) => {
    const sent = fakeServer({});
    await submit(username);
    expect(await screen.findByRole('textbox', { name: /^Username/, description: new RegExp(message) })).toBeTruthy();
    expect(values()).toEqual(formValues(username));
    expect(sent.filter(({ path }) => path !== '/api/config')).toEqual([]);
  });

  eachVariant(['username_mixes_scripts', 'username_reserved', 'username_taken'] as const)(
    'of the server is explained at its field and loses nothing: %s',
    async (code) => {
      fakeServer({ 'POST /api/register': refused(code, { field: 'username' }) });
      await submit('аdmin');
      const field = await screen.findByRole('textbox', { name: /^Username/, description: new RegExp(errorMessage(code)) });
      expect(document.activeElement).toBe(field);
      expect(values()).toEqual(formValues('аdmin'));
    },
  );
});

describe('switching between Sign In and Register', () => {
  const form = async (name: string) => within(await screen.findByRole('form', { name }, patient));
  const change = (name: string) => userEvent.click(screen.getByRole('tab', { name }));

  test('carries the email over in both directions, but no password', { tags: 'long' }, async () => {
    fakeServer({});
    open('/auth');
    const signIn = await form('Sign In');
    await userEvent.type(signIn.getByLabelText('Email'), 'fay@demo.test');
    await userEvent.type(signIn.getByLabelText('Password'), 'trail-mix-7');
    await change('Register');
    const register = await form('Register');
    expect(register.getByLabelText<HTMLInputElement>('Email').value).toBe('fay@demo.test');
    expect(register.getByLabelText<HTMLInputElement>('Password').value).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Register' }));
    // The email carried over from the sign-in form is also used for the warning about guessable passwords.
    await userEvent.type(register.getByLabelText('Password'), 'fay@demo.test');
    expect(await screen.findByText('Easy to guess: it contains your email.')).toBeTruthy();
    await userEvent.type(register.getByLabelText('Email'), 'x');
    await change('Sign In');
    expect(signIn.getByLabelText<HTMLInputElement>('Email').value).toBe('fay@demo.testx');
    expect(signIn.getByLabelText<HTMLInputElement>('Password').value).toBe('trail-mix-7');
  });

  test('keeps an email if the other form has none', async () => {
    fakeServer({});
    open('/auth');
    await userEvent.type((await form('Sign In')).getByLabelText('Email'), 'fay@demo.test');
    await change('Register');
    await userEvent.clear((await form('Register')).getByLabelText('Email'));
    await change('Sign In');
    expect((await form('Sign In')).getByLabelText<HTMLInputElement>('Email').value).toBe('fay@demo.test');
  });
});

describe('navigating', () => {
  test('to a member page requires a visitor to sign in first', async () => {
    const sent = fakeServer({});
    open('/account?tab=security');
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true }, patient)).toBeTruthy();
    expect(location.pathname).toBe('/auth');
    expect(sessionStorage.getItem('redirect_path')).toBe('/account?tab=security');
    expect(sent.filter(({ path }) => path !== '/api/config')).toEqual([]);
  });

  test('ends with the session, which is then removed', async () => {
    localStorage.setItem('auth_token', 'old');
    fakeServer({ 'GET /api/user': refused('not_signed_in') });
    open('/');
    expect(await screen.findByRole('link', { name: 'Sign In' }, patient)).toBeTruthy();
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  test('to an unknown address shows the not-found page', async () => {
    fakeServer({});
    open('/nowhere');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' }, patient)).toBeTruthy();
    expect(document.title).toBe('Page Not Found · Earn Vacations Geocaching');
  });
});
