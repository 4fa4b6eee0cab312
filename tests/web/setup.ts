import '#tests/web/support/jsdom/dialog.ts';
import '#tests/web/support/react-without-stacks.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { mutate } from 'swr';
import { afterEach } from 'vitest';
import { checkFixtures, orWrongFixture } from '#tests/web/support/wrong-fixtures.ts';

// One second is too short for a page that loads its code while other files run on every core.
configure({ asyncUtilTimeout: 5_000 });

/** Node's, which React uses to schedule effects. */
declare const setImmediate: (callback: (value: unknown) => void) => unknown;
/** The real clock, since some tests stop theirs. */
const { setTimeout } = globalThis;
const nextTurn = setImmediate;

// React runs effects one turn after rendering: wait for them, so that a test never sees a page without its effects.
const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (use) =>
    asyncWrapper(async () => {
      const found = await orWrongFixture(use());
      await new Promise((resolve) => nextTurn(resolve));
      return found;
    }),
});

// Missing in jsdom: how the page was loaded, and scrolling.
performance.getEntriesByType ??= () => [];
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Ends the page, lets pending answers arrive, and clears the cache: a pending request would be shared with the next test. */
afterEach(async () => {
  cleanup();
  await turn(); // answers arrive
  await turn(); // SWR releases the requests
  await mutate(() => true, undefined, { revalidate: false });
  checkFixtures();
});
