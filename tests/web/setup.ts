import '#tests/web/support/jsdom/dialog.ts';
import '#tests/web/support/react-without-stacks.ts';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { mutate } from 'swr';
import { afterEach } from 'vitest';
import { checkFixtures, orWrongFixture } from '#tests/web/support/wrong-fixtures.ts';

// The default timeout of one second is too short for a page that loads its code while other test files use all CPU cores.
configure({ asyncUtilTimeout: 5_000 });

// Adds the page's HTML to a failed query's error only when the error message is read. Queries often fail while tests wait, and printing the
// page each time took 6% of the test time.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    return Object.defineProperty(error, 'message', { configurable: true, get: () => getElementError(message, container).message });
  },
});

/** Node's own setImmediate, which React uses to schedule effects. */
declare const setImmediate: (callback: (value: unknown) => void) => unknown;
/** The real setTimeout, saved because some tests use fake timers. */
const { setTimeout } = globalThis;
const nextTurn = setImmediate;

// Waits one turn of the event loop because React runs effects one turn after rendering. A test must never see a page whose effects have not
// run.
const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (use) =>
    asyncWrapper(async () => {
      const found = await orWrongFixture(use());
      await new Promise((resolve) => nextTurn(resolve));
      return found;
    }),
});

// Adds features that jsdom lacks: the navigation type and scrolling.
performance.getEntriesByType ??= () => [];
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Unmounts the page, waits for pending responses, and clears the cache so that the next test does not share a pending request. */
afterEach(async () => {
  cleanup();
  sessionStorage.clear(); // clears form drafts
  await turn(); // waits for pending responses
  await turn(); // lets SWR drop the finished requests
  await mutate(() => true, undefined, { revalidate: false });
  checkFixtures();
});
