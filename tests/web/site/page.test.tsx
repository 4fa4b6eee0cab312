/** Lazy-loaded pages and components. */
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { importWithRetry, page } from '#web/lib/react/page.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

class Catching extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError({ message }: Error) {
    return { message };
  }
  override render() {
    return this.state.message || this.props.children;
  }
}

test('a placeholder is replaced by the page as soon as its code has loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const part = page(() => promise, <p>Wait</p>);
  render(<part.Component name="Robin" />);
  screen.getByText('Wait');
  resolve(Greeting);
  await screen.findByText('Hello Robin');
  expect(screen.queryByText('Wait')).toBeNull();
});

test('a page that was loaded before is shown at once', async () => {
  const part = page(async () => Greeting, <p>Wait</p>);
  await part.preload();
  render(<part.Component name="Robin" />);
  screen.getByText('Hello Robin');
});

test('a failure to load code is shown in the page’s place, and retried when it is shown again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('No code came'));
  const part = page(load);
  const view = render(
    <Catching>
      <part.Component name="Robin" />
    </Catching>,
  );
  await screen.findByText('No code came');
  view.unmount();
  render(<part.Component name="Robin" />);
  await screen.findByText('Hello Robin');
});

test('a failed import that does not name its module is passed on', async () => {
  const failure = new TypeError('Importing a module script failed.');
  await expect(importWithRetry(() => Promise.reject(failure))).rejects.toBe(failure);
});
