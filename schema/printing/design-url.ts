/** URL of a third-party design that we and the printer fetch. It must have a public host and no credentials. */

import * as v from 'valibot';
import { parseUrl } from '#schema/parse-url.ts';
import { isPublicHost } from '#schema/public-host.ts';

const designUrlMaxLength = 500;

/** Returns the URL as the browser normalizes it. A blank value becomes null, which selects our own design. */
export const DesignUrl = v.pipe(
  v.string('The design URL must be text'),
  v.trim(),
  v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
    if (dataset.value === '') return null;
    const problem = findProblem(dataset.value);
    if (problem === undefined) return new URL(dataset.value).href;
    addIssue({ message: problem });
    return NEVER;
  }),
);

function findProblem(text: string): string | undefined {
  if (text.length > designUrlMaxLength) return `The design URL can have at most ${designUrlMaxLength} characters`;
  if (!/^https:\/\/[^/\\]/i.test(text)) return 'The design URL must begin with https://';
  const url = parseUrl(text);
  if (!url) return 'This URL is incomplete';
  const { hostname, username, password, port } = url;
  if (username !== '' || password !== '') return 'Please remove the user name and password from the URL';
  if (port !== '') return 'The design URL must use port 443';
  // A public host name may resolve to a private address. This is harmless because a Worker cannot reach private networks.
  return isPublicHost(hostname) ? undefined : 'The design must be on the public internet';
}
