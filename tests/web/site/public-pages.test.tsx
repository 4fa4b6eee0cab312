import { cleanup, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { certificateOptions, membershipPriceCents, treasureChestLevels } from '#schema/rules.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { dollars } from '#web/lib/format.ts';
import { AboutPage } from '#web/pages/about/AboutPage.tsx';
import { loadHomePage } from '#web/pages/home/HomePage.tsx';
import { loadHowItWorksPage } from '#web/pages/how-it-works/HowItWorksPage.tsx';

const pages = { '/': await loadHomePage(), '/about': AboutPage, '/how-it-works': await loadHowItWorksPage() };
type Path = keyof typeof pages;

beforeEach(async () => {
  fakeServer({});
  await signInAs(null);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function visit(path: Path) {
  const Page = pages[path];
  const { hook } = memoryLocation({ path });
  return render(
    <PageFrame>
      <Router hook={hook}>
        <Page />
      </Router>
    </PageFrame>,
  );
}

/** Returns the page as rendered without JavaScript. */
function renderPage(path: Path): HTMLElement {
  const Page = pages[path];
  const place = document.createElement('main');
  place.innerHTML = renderToString(
    <Router ssrPath={path} ssrSearch="">
      <Page />
    </Router>,
  );
  return place;
}

describe.each(Object.keys(pages) as Path[])('%s', (path) => {
  test('works without JavaScript: one title, ordered headings, an address in every link, a size for every picture', () => {
    const page = renderPage(path);
    const levels = [...page.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    for (const link of page.querySelectorAll('a')) expect(link.getAttribute('href'), link.textContent ?? '').toMatch(/^[/#]/);
    for (const picture of page.querySelectorAll('img')) {
      expect(Number(picture.getAttribute('width')) * Number(picture.getAttribute('height'))).toBeGreaterThan(0);
      expect(picture.hasAttribute('alt')).toBe(true);
    }
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has no broken figure', () => {
    expect(renderPage(path).textContent).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
  });

  test('invites visitors to join, and leads members on', async () => {
    visit(path);
    expect(screen.getByRole('link', { name: 'Create a Free Account' }).getAttribute('href')).toBe('/auth');
    cleanup();
    await signInAs({ role: 'basic' });
    visit(path);
    expect(await screen.findByRole('link', { name: 'Open Your Dashboard' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Free Account|Join|Sign Up/ })).toBeNull();
  });
});

test('Home shows what tokens can buy, and the rules', () => {
  visit('/');
  const stays = screen.getByRole('region', { name: 'Where your tokens take you' });
  for (const { name, description, tokenCost } of certificateOptions) {
    const stay = within(stays).getByRole('heading', { name }).closest('article');
    expect(stay?.textContent).toContain(description);
    expect(stay?.textContent).toContain(`${tokenCost} Treasure Tokens`);
  }
  expect(stays.textContent).toMatch(/within 30 days; it’s valid for one year.*one every 12 months/);
  expect(within(stays).getByRole('link', { name: 'About the stays' }).getAttribute('href')).toBe('/how-it-works#destinations');
});

test('About has the story since 2023, the mission, the steps, and quotes of three members', () => {
  visit('/about');
  expect(screen.getByRole('heading', { level: 1, name: 'About Cache Cards' })).toBeTruthy();
  expect(screen.getByText(/launched in 2023/)).toBeTruthy();
  const steps = within(screen.getByRole('region', { name: 'How it works, in short' })).getAllByRole('heading', { level: 3 });
  expect(steps.map(({ textContent }) => textContent)).toEqual(['Find Cards', 'Place Cards', 'Refer Friends', 'Earn Vacations']);
  const voices = screen.getByRole('region', { name: 'What members say' });
  expect(within(voices).getAllByRole('figure')).toHaveLength(3);
  expect(within(voices).getByRole('heading').id).toBe('testimonials');
  expect(screen.getByRole('link', { name: 'See How It Works' }).getAttribute('href')).toBe('/how-it-works');
});

describe('How It Works', () => {
  test('explains the four steps with the current figures', () => {
    visit('/how-it-works');
    const step = (name: string) => screen.getByRole('heading', { name }).closest('li')?.textContent ?? '';
    expect(step('Find Cards')).toMatch(/1 Treasure Token for each new card.*50 rewarded finds a day/);
    expect(step('Place Cards')).toMatch(/\$1 each.*10 tokens for your first placement, 2 for each later one.*1 Treasure Token each time/);
    expect(step('Refer Friends')).toMatch(/Basic members earn \$10.*\$10 for a Basic and \$20 for a Premium friend.*2 Treasure Keys/);
    expect(step('Earn Vacations')).toMatch(
      /by email and as a PDF.*60, 90, 120 tokens.*within 30 days; valid for one year.*every 12 months/,
    );
  });

  test('has an example with tokens that add up to a certificate', () => {
    visit('/how-it-works');
    const table = screen.getByRole('table', { name: /How \d+ tokens add up/ });
    const tokens = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => Number(textContent));
    const total = tokens.pop();
    expect(total).toBe(certificateOptions[0].tokenCost);
    expect(tokens.reduce((sum, amount) => sum + amount, 0)).toBe(total);
    expect(Math.min(...tokens)).toBeGreaterThan(0);
  });

  test('compares the memberships and links each to signing up', () => {
    visit('/how-it-works');
    const table = screen.getByRole('table', { name: 'Compare memberships' });
    const row = (name: string) => {
      const cells = within(within(table).getByRole('rowheader', { name }).closest('tr') as HTMLElement).getAllByRole('cell');
      return cells.map(({ textContent }) => textContent?.replace('–', ''));
    };
    expect(row('Price per year')).toEqual(Object.values(membershipPriceCents).map(dollars));
    expect(row('Redeem tokens for vacations')).toEqual(['Yes', 'Yes', 'Yes']);
    expect(row('Order and place cards')).toEqual(['No', '$1 each', '$1 each']);
    expect(row('Commission per referral')).toEqual(['No', '$10', '$10 to $20']);
    expect(row('Treasure Keys per referral')).toEqual(['1', '1', '2']);
    expect(row('Monthly Treasure Chests')).toEqual(['No', 'Yes', 'Paid first']);
    for (const name of ['Join For Free', 'Sign Up for Basic', 'Sign Up for Premium']) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/auth');
    }
  });

  test.each([
    ['free', ['Upgrade to Basic', 'Upgrade to Premium']],
    ['basic', ['Upgrade to Premium']],
    ['premium', []],
  ] as const)('offers a %s member the higher memberships', async (role, upgrades) => {
    await signInAs({ role });
    visit('/how-it-works');
    await screen.findByRole('link', { name: 'Open Your Dashboard' });
    expect(screen.queryAllByRole('link', { name: /^Upgrade/ }).map(({ textContent }) => textContent)).toEqual(upgrades);
  });

  test('shows every chest with its keys and its payout', () => {
    visit('/how-it-works');
    for (const { name, payoutCents } of treasureChestLevels) {
      expect(screen.getByRole('heading', { name: `${name}: ${dollars(payoutCents)}` })).toBeTruthy();
    }
    expect(screen.getByText('1 Treasure Key and 1 Community Key')).toBeTruthy();
  });

  test('has focusable targets for its anchors, and links to the FAQ and the contact page', () => {
    visit('/how-it-works');
    for (const id of ['tips', 'destinations']) expect(document.getElementById(id)?.tabIndex, id).toBe(-1);
    expect(screen.getByRole('link', { name: 'All questions and answers' }).getAttribute('href')).toBe('/faq');
    expect(screen.getByRole('link', { name: 'Ask us another question' }).getAttribute('href')).toBe('/contact');
  });
});
