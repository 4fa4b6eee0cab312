/** Validates the proof URL of an ownership claim. Administrators open it, so it must point to a public host. */

import * as v from 'valibot';
import { parseUrl } from '#schema/parse-url.ts';
import { isPublicHost } from '#schema/public-host.ts';

const proofUrlMaxLength = 500;

const missingProofMessage = 'Please enter a link that proves the card is yours';

/** Accepts an https URL and returns it in normalized form. */
export const ProofUrl = v.pipe(
  v.string(missingProofMessage),
  v.trim(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const problem = findProblem(dataset.value);
    if (problem === undefined) return new URL(dataset.value).href;
    addIssue({ message: problem });
    return NEVER;
  }),
);

function findProblem(text: string): string | undefined {
  if (text === '') return missingProofMessage;
  if (text.length > proofUrlMaxLength) return `The link can have at most ${proofUrlMaxLength} characters`;
  if (!/^https:\/\/[^/\\]/i.test(text)) return 'The link must start with https://';
  const url = parseUrl(text);
  if (!url) return 'This link is incomplete. Copy it from the address bar.';
  const { hostname, username, password } = url;
  if (username !== '' || password !== '') return 'Remove the user name and password from the link';
  return isPublicHost(hostname) ? undefined : 'The link must lead to a public web page';
}
