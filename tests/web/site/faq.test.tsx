import { render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { certificateOptions, membershipPriceCents } from '#schema/rules.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { questions } from '#web/features/faq/question-texts.tsx';
import { loadFaqPage } from '#web/pages/faq/FaqPage.tsx';
import { faqData } from '#web/prerender/faq-data.ts';

Element.prototype.scrollIntoView = () => undefined;

async function visit(hash = '') {
  history.replaceState(null, '', `/faq${hash}`);
  const Page = await loadFaqPage();
  render(
    <PageFrame>
      <Page />
    </PageFrame>,
  );
}

const listOpenAnswers = () => [...document.querySelectorAll('details')].filter(({ open }) => open);

beforeEach(() => history.replaceState(null, '', '/'));

describe('the FAQ’s questions', () => {
  test('are ten, closed, in one group, so the browser keeps one open at a time', async () => {
    await visit();
    expect(screen.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeTruthy();
    const all = [...document.querySelectorAll('details')];
    expect(all).toHaveLength(10);
    expect(new Set(all.map((item) => item.getAttribute('name')))).toEqual(new Set(['faq']));
    expect(listOpenAnswers()).toEqual([]);
    expect(all.map((item) => item.querySelector('summary h2')?.textContent)).toEqual(questions().map(({ question }) => question));
  });

  test('have a unique anchor each, and a link to it', async () => {
    await visit();
    const ids = questions().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      const answer = document.getElementById(id) as HTMLElement;
      expect(answer.closest('details')).not.toBeNull();
      expect(within(answer).getByText('Link to this answer').getAttribute('href')).toBe(`/faq#${id}`);
    }
  });

  test('lead to the contact form', async () => {
    await visit();
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact');
  });
});

describe('a FAQ address with an anchor', () => {
  test('opens the answer on arrival', async () => {
    await visit('#vacations');
    expect(listOpenAnswers().map((item) => item.querySelector('h2')?.textContent)).toEqual(['How do my tokens become a vacation?']);
  });

  test('opens the answer when it changes on the page', async () => {
    await visit();
    history.replaceState(null, '', '/faq#cancelling');
    dispatchEvent(new Event('hashchange'));
    expect(listOpenAnswers().map((item) => item.querySelector('.answer')?.id)).toEqual(['cancelling']);
  });

  test.each(['#nothing', '#', '#%E0%A4%A', '#main'])('without a known answer changes nothing: %s', async (hash) => {
    await visit(hash);
    expect(listOpenAnswers()).toEqual([]);
  });
});

describe('the FAQ’s answers', () => {
  const text = JSON.stringify(faqData());

  test('contain the current figures', () => {
    for (const { tokenCost } of certificateOptions) expect(text).toContain(`${tokenCost}`);
    for (const tier of ['basic', 'premium'] as const) expect(text).toContain(`$${membershipPriceCents[tier] / 100} a year`);
    for (const fact of [
      'since 2023',
      'at least 13 years old',
      'within 30 days',
      'valid for one year',
      'one every 12 months',
      'within 7 days',
    ])
      expect(text).toContain(fact);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  test('are in the structured data word for word', async () => {
    await visit();
    const { mainEntity } = faqData() as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };
    expect(mainEntity).toHaveLength(10);
    for (const [index, { name, acceptedAnswer }] of mainEntity.entries()) {
      expect(name).toBe(questions()[index]?.question);
      const paragraphs = [...document.querySelectorAll(`#${questions()[index]?.id} > p:not(.small)`)].map(({ textContent }) => textContent);
      expect(acceptedAnswer.text).toBe(paragraphs.join('\n\n'));
    }
  });
});
