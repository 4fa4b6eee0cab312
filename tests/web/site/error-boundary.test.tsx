import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';

afterEach(() => vi.restoreAllMocks());

function Broken({ error }: { error: Error }): never {
  throw error;
}

test('a part of the site that failed to load shows both causes and can be loaded again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <ErrorBoundary>
      <Broken error={new TypeError('Failed to fetch dynamically imported module: /assets/x.js')} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'This page didn’t load' })).toBeTruthy();
  expect(screen.getByText(/connection was lost.*new version/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('any other error shows that nothing is lost', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <ErrorBoundary>
      <Broken error={new Error('boom')} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'We lost the trail' })).toBeTruthy();
  expect(screen.queryByText(/boom/)).toBeNull();
});
