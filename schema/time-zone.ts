import * as v from 'valibot';

/** Returns the canonical name of a time zone, such as `Europe/Berlin`; undefined if the zone is unknown. */
function canonicalTimeZone(name: string): string | undefined {
  try {
    return /^[A-Z]/i.test(name) ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : undefined;
  } catch {
    return undefined;
  }
}

/** IANA time zone. Outputs its canonical name, so that there are few different names. */
export const timeZone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.transform(canonicalTimeZone),
  v.string('This time zone is not known. Please send one such as Europe/Berlin.'),
);
