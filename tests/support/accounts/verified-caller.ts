import { newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { findLink, findMail, parseLinkToken } from '#tests/support/messages/mailbox.ts';

export async function verifiedCaller(): Promise<SignedInCaller> {
  const caller = await newCaller();
  const verification = findLink(await findMail(caller.api, caller.user.email, /verify your email/), '/verify-email');
  const answer = await caller.api.post('/api/verify-email', { data: { token: parseLinkToken(verification) } });
  if (!answer.ok()) throw new Error(`The address was not verified: ${await answer.text()}`);
  return caller;
}
