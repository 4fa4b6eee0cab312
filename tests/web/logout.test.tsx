import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, member } from '#tests/web/fake-server.ts';
import { App } from '#web/app.tsx';

afterEach(() => vi.unstubAllGlobals());

test('logging out works without the server too', async () => {
  vi.stubGlobal('scrollTo', () => {});
  localStorage.setItem('auth_token', 'tok');
  fakeServer({ 'GET /api/user': { json: member }, 'POST /api/logout': new TypeError('Failed to fetch') });
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Menu of Fay' }));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('Logged out')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(location.pathname).toBe('/');
});
