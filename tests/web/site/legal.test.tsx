import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, test } from 'vitest';
import { privacyEmail } from '#schema/site-contacts.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { startPrerendering } from '#web/lib/words/words.ts';
import { loadPrivacyPage } from '#web/pages/legal/PrivacyPage.tsx';
import { loadTermsPage } from '#web/pages/legal/TermsPage.tsx';

async function visit(load: () => Promise<ComponentType>) {
  const Page = await load();
  render(
    <PageFrame>
      <Page />
    </PageFrame>,
  );
}

const words = () => document.body.textContent ?? '';

describe.each([
  ['Privacy Policy', loadPrivacyPage],
  ['Terms of Service', loadTermsPage],
])('%s', (title, load) => {
  test('has its date, and a table of contents with every section', async () => {
    await visit(load);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(document.querySelector('time')?.textContent).toBe('April 14, 2025');
    const sections = [...document.querySelectorAll('section h2')];
    const contents = [...screen.getByRole('navigation', { name: 'Contents' }).querySelectorAll('a')];
    expect(contents.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`));
    expect(contents.map((link, index) => `${index + 1}. ${link.textContent}`)).toEqual(sections.map(({ textContent }) => textContent));
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    expect(words()).not.toMatch(/undefined|NaN|\[object/);
  });
});

test('the Terms have fifteen sections, with the product’s own figures', async () => {
  await visit(loadTermsPage);
  expect(document.querySelectorAll('section')).toHaveLength(15);
  for (const fact of [
    'at least 13 years old',
    'Basic is $50 a year and Premium $100 a year',
    'charged immediately and your membership is active for one year',
    'within 30 days of receiving it',
    'one certificate every 12 months',
    'paid within 7 days',
    'valid for one year',
  ])
    expect(words()).toContain(fact);
  // Referrals must remain section 8 because section 9 refers to it by number.
  expect(document.querySelectorAll('section')[7]?.textContent).toMatch(/^8\. Referrals and commissions/);
});

test('the Privacy page has the way and time of deletion, and the minimum age', async () => {
  await visit(loadPrivacyPage);
  for (const section of [
    'What we collect',
    'What we use it for',
    'Who we share it with',
    'How it is protected',
    'Your rights',
    'Deleting your data',
  ])
    expect(screen.getByRole('heading', { name: new RegExp(section) })).toBeTruthy();
  expect(words()).toContain('processed within 30 days');
  // The policy must disclose all data that web/features/accounts/session/sign-in-flags.ts stores in the browser.
  expect(words()).toContain('until you close the tab, the page you wanted before signing in, the sign-in provider and the email address');
  expect(words()).toContain('not for children under 13');
  expect(screen.getAllByRole('link', { name: privacyEmail })[0]?.getAttribute('href')).toBe(`mailto:${privacyEmail}`);
  expect(screen.getAllByRole('link', { name: /preferences/i })[0]?.getAttribute('href')).toBe('/account?tab=preferences');
});

test.each([loadPrivacyPage, loadTermsPage])('in other languages, a summary says that the English text binds', async (load) => {
  const isBinding = 'Only the English text below is binding.';
  await visit(load);
  expect(words()).not.toContain(isBinding);
  cleanup();
  startPrerendering('de', {}, {});
  await visit(load);
  startPrerendering('en', {}, {});
  expect(document.querySelector('header')?.textContent).toContain(isBinding);
  expect(document.querySelector('time')?.textContent).toBe('14. April 2025');
  expect(document.querySelector('[lang=en] section')?.textContent).toContain('Cache Cards (“we”, “us”)');
});
