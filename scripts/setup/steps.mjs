/** A failure reported to the user as one sentence without a stack trace. `detail` is printed below the sentence. */
export class Problem extends Error {
  /** @param {string} message @param {string} [detail] */
  constructor(message, detail) {
    super(message);
    this.detail = detail;
  }
}

/**
 * Prints a step, runs it, and ticks it off with its duration.
 * @template T
 * @param {string} title e.g. 'Building the site'
 * @param {(note: (text: string) => void) => T | Promise<T>} work `note` replaces the text of the finished step
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  let text = title;
  console.log(`… ${title}`);
  try {
    const result = await work((note) => {
      text = note;
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(`✓ ${text}${seconds < 1 ? '' : ` (${seconds.toFixed(0)} s)`}`);
    return result;
  } catch (error) {
    console.log(`✗ ${title}`);
    throw error;
  }
}

/**
 * Prints a Problem or an invalid option as one sentence, and other errors in full.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return console.error(error.message);
  if (!(error instanceof Problem)) return console.error(error);
  if (error.detail) console.error(error.detail.trimEnd());
  console.error(`\n${error.message}`);
}

/**
 * Runs a script's main function. Prints a failure and exits with code 1.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    printFailure(error);
    process.exit(1);
  }
}
