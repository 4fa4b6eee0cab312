import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { Layout } from '#web/frame/Layout.tsx';
import { SiteFooter } from '#web/frame/SiteFooter.tsx';
import { SiteHeader } from '#web/frame/SiteHeader.tsx';

const scrolled = vi.fn();

beforeEach(async () => {
  fakeServer({});
  await signInAs(null);
  history.replaceState(null, '', '/');
  vi.stubGlobal('scrollTo', vi.fn());
  HTMLElement.prototype.scrollIntoView = scrolled;
  scrolled.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const linksOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('link', { hidden: true })
    .map((link) => link.getAttribute('href'));

test('the header links to the public pages and marks the current one', () => {
  history.replaceState(null, '', '/How-It-Works/');
  render(<SiteHeader />);
  const site = screen.getByRole('navigation', { name: 'Site' });
  expect(linksOf(site)).toEqual(['/', '/how-it-works', '/about', '/faq', '/contact']);
  expect(within(site).getByRole('link', { current: 'page', hidden: true }).textContent).toBe('How It Works');
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
});

test('in narrow windows the links are a native menu, which closes on a link', () => {
  render(<SiteHeader />);
  const button = screen.getByRole('button', { name: 'Menu' });
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '');
  expect(menu?.getAttribute('popover')).toBe('auto');
  const close = vi.fn();
  Object.assign(menu as HTMLElement, { hidePopover: close });
  fireEvent.click(within(menu as HTMLElement).getByText('About'));
  expect(close).toHaveBeenCalled();
  expect(location.pathname).toBe('/about');
});

test('a member has their own menu instead of Sign In', async () => {
  await signInAs({});
  render(<SiteHeader />);
  expect(await screen.findByRole('button', { name: /Menu for Fay/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
});

test('the footer has exactly the expected links', () => {
  render(<SiteFooter />);
  expect(linksOf(screen.getByRole('navigation', { name: 'Footer' })).sort()).toEqual(
    [
      '/about',
      '/how-it-works',
      '/about#testimonials',
      '/faq',
      '/how-it-works#tips',
      '/how-it-works#destinations',
      '/dashboard',
      '/dashboard/certificates',
      '/dashboard/referrals',
      '/privacy',
      '/terms',
      '/contact',
    ].sort(),
  );
});

function FramedPage() {
  return (
    <Layout>
      <h1>How It Works</h1>
      <h2 id="tips" tabIndex={-1}>
        Tips
      </h2>
    </Layout>
  );
}

test('a link to a page focuses its title, and a link to an anchor focuses the target', () => {
  render(<FramedPage />);
  act(() => navigate('/how-it-works'));
  expect(document.activeElement?.textContent).toBe('How It Works');
  expect(scrolled).not.toHaveBeenCalled();
  act(() => navigate('/somewhere#tips'));
  expect(document.activeElement?.id).toBe('tips');
  expect(scrolled).toHaveBeenCalledTimes(1);
});

test('on the same page, a link to an anchor works every time', () => {
  history.replaceState(null, '', '/how-it-works');
  render(<FramedPage />);
  fireEvent.click(screen.getByRole('link', { name: 'Tips' }));
  expect(document.activeElement?.id).toBe('tips');
  document.getElementById('tips')?.blur();
  fireEvent.click(screen.getByRole('link', { name: 'Tips' }));
  expect(document.activeElement?.id).toBe('tips');
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test('a missing anchor is ignored and the title has the focus', () => {
  render(<FramedPage />);
  act(() => navigate('/how-it-works#gone'));
  expect(document.activeElement?.textContent).toBe('How It Works');
});
