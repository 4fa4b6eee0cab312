/** Validates the proof URL of an ownership claim. Administrators open it, so it must point to a public host. */

import * as v from 'valibot';
import { parseUrl } from '#schema/parse-url.ts';
import { isPublicHost } from '#schema/public-host.ts';

const proofUrlMaxLength = 500;

/** Messages for members. */
export const proofUrlFlaws = {
  missing: 'Please enter a link that proves the card is yours',
  length: `The link can have at most ${proofUrlMaxLength} characters`,
  protocol: 'The link must start with https://',
  incomplete: 'This link is incomplete. Copy it from the address bar.',
  password: 'Remove the user name and password from the link',
  host: 'The link must lead to a public web page',
};

/** Accepts an https URL and returns it in normalized form. */
export const ProofUrl = v.pipe(
  v.string(proofUrlFlaws.missing),
  v.trim(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const problem = findProblem(dataset.value);
    if (problem === undefined) return new URL(dataset.value).href;
    addIssue({ message: problem });
    return NEVER;
  }),
);

function findProblem(text: string): string | undefined {
  if (text === '') return proofUrlFlaws.missing;
  if (text.length > proofUrlMaxLength) return proofUrlFlaws.length;
  if (!/^https:\/\/[^/\\]/i.test(text)) return proofUrlFlaws.protocol;
  const url = parseUrl(text);
  if (!url) return proofUrlFlaws.incomplete;
  const { hostname, username, password } = url;
  if (username !== '' || password !== '') return proofUrlFlaws.password;
  return isPublicHost(hostname) ? undefined : proofUrlFlaws.host;
}
