import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { App } from '#web/app.tsx';
import { setUser } from '#web/features/accounts/session/user-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a visitor sees the steps, the prices and ways to join, without a request', async () => {
  const sent = fakeServer({});
  render(<App />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Earn Vacations Geocaching' })).toBeTruthy();
  expect(document.title).toBe('Earn Vacations Geocaching');
  const steps = screen.getAllByRole('listitem').map((item) => within(item).queryByRole('heading')?.textContent);
  expect(steps.filter(Boolean)).toEqual(['Find Cards', 'Place Cards', 'Refer Friends', 'Earn Vacations']);
  for (const price of ['$0', '$50', '$100']) expect(screen.getByText(price)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Learn More' }).getAttribute('href')).toBe('#how-it-works');
  expect(screen.getByRole('link', { name: 'Join For Free' }).getAttribute('href')).toBe('/auth');
  expect(screen.getAllByRole('link', { name: 'Sign Up' })).toHaveLength(2);
  expect(sent).toEqual([]);
});

test('a member sees the link to the dashboard and no invitation to join', async () => {
  fakeServer({});
  setUser({ ...member });
  render(<App />);
  expect(await screen.findByRole('link', { name: 'Go to Dashboard' })).toBeTruthy();
  expect(screen.getByText('Your membership')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Join For Free' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
});
