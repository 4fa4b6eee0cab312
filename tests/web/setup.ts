import '#tests/web/dialog-in-jsdom.ts';
import { cleanup, configure } from '@testing-library/react';
import { mutate } from 'swr';
import { afterEach } from 'vitest';

// A second is not enough for a page that waits for its code while other files run on every core.
configure({ asyncUtilTimeout: 5_000 });

// What jsdom lacks: how this page was loaded, and scrolling.
performance.getEntriesByType ??= () => [];
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

/** The real clock: some tests stop theirs. */
const { setTimeout } = globalThis;
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Ends the page, lets what it asked for come in, and forgets the answers: a request under way would be shared with the next test. */
afterEach(async () => {
  cleanup();
  await turn(); // the answers
  await turn(); // SWR lets go of the requests
  await mutate(() => true, undefined, { revalidate: false });
});
