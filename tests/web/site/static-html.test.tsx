import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { staticHtml } from '#web/lib/react/static-html.tsx';

function Words() {
  return <p>Long & wide</p>;
}
const load = vi.fn(async () => Words);

afterEach(() => {
  load.mockClear();
  document.body.replaceChildren();
});

/** Returns the HTML that the build would prerender for the page. */
async function prerenderText(): Promise<string> {
  const text = staticHtml('words', 'prose', load);
  await text.preload();
  return renderToString(<text.Component />);
}

test('prerendered content stays, and its source is not loaded again, now or later', async () => {
  const html = await prerenderText();
  expect(html).toBe('<div id="words" class="prose"><p>Long &amp; wide</p></div>');
  load.mockClear();
  const complaints = vi.spyOn(console, 'error');
  document.body.innerHTML = `<div>${html}</div>`;
  const place = document.body.firstElementChild as HTMLElement;
  const paragraph = screen.getByText('Long & wide');

  const text = staticHtml('words', 'prose', load);
  await text.preload();
  const root = await act(async () => hydrateRoot(place, <text.Component />));
  expect(screen.getByText('Long & wide')).toBe(paragraph);
  expect(complaints).not.toHaveBeenCalled();
  act(() => root.unmount());

  // Renders the component again after the prerendered element is gone, as when a visitor returns to the page.
  await text.preload();
  render(<text.Component />);
  expect(screen.getByText('Long & wide')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  complaints.mockRestore();
});

test('the content is loaded if nothing was prerendered', async () => {
  const text = staticHtml('words', 'prose', load);
  await text.preload();
  render(<text.Component />);
  expect(screen.getByText('Long & wide').parentElement?.id).toBe('words');
  expect(load).toHaveBeenCalledTimes(1);
});
