import '#tests/web/support/jsdom/dialog.ts';
import '#tests/web/support/react-without-stacks.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { mutate } from 'swr';
import { afterEach } from 'vitest';
import { checkFixtures, orWrongFixture } from '#tests/web/support/wrong-fixtures.ts';

// A second is not enough for a page that waits for its code while other files run on every core.
configure({ asyncUtilTimeout: 5_000 });

/** Node's, by which React comes to its effects. */
declare const setImmediate: (callback: (value: unknown) => void) => unknown;
/** The real clock: some tests stop theirs. */
const { setTimeout } = globalThis;
const nextTurn = setImmediate;

// React runs effects a turn after it has drawn: what tests find is looked at with its effects, however fast it was found.
const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (use) =>
    asyncWrapper(async () => {
      const found = await orWrongFixture(use());
      await new Promise((resolve) => nextTurn(resolve));
      return found;
    }),
});

// What jsdom lacks: how this page was loaded, and scrolling.
performance.getEntriesByType ??= () => [];
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Ends the page, lets what it asked for come in, and forgets the answers: a request under way would be shared with the next test. */
afterEach(async () => {
  cleanup();
  await turn(); // the answers
  await turn(); // SWR lets go of the requests
  await mutate(() => true, undefined, { revalidate: false });
  checkFixtures();
});
