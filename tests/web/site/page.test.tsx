/** Pages and parts of them that are loaded when they are first shown. */
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { importAgain, page } from '#web/lib/react/page.tsx';

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

test('what stands for a page gives way to it as soon as its code is there', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const part = page(() => promise, <p>Wait</p>);
  render(<part.Component name="Robin" />);
  screen.getByText('Wait');
  resolve(Greeting);
  await screen.findByText('Hello Robin');
  expect(screen.queryByText('Wait')).toBeNull();
});

test('a page that was loaded before is there at once', async () => {
  const part = page(async () => Greeting, <p>Wait</p>);
  await part.preload();
  render(<part.Component name="Robin" />);
  screen.getByText('Hello Robin');
});

test('code that does not come is told by what is around the page, and asked for again where it is shown anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('No code came'));
  const part = page(load);
  const shown = render(
    <Catching>
      <part.Component name="Robin" />
    </Catching>,
  );
  await screen.findByText('No code came');
  shown.unmount();
  render(<part.Component name="Robin" />);
  await screen.findByText('Hello Robin');
});

test('an import that failed without naming its module fails as it did', async () => {
  const failure = new TypeError('Importing a module script failed.');
  await expect(importAgain(() => Promise.reject(failure))).rejects.toBe(failure);
});
