import { type APIRequestContext, expect } from '@playwright/test';
import type { ReceivedMail } from '#scripts/fakes/mailbox/state.ts';

/** Waits for an email to the address with a matching subject. Returns the newest match. */
export async function findMail(api: APIRequestContext, address: string, subject: RegExp = /./): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined;
  await expect(async () => {
    const answer = await api.get(`/dev/mailbox/fake/mails?to=${encodeURIComponent(address)}`);
    found = ((await answer.json()) as ReceivedMail[]).find((mail) => subject.test(mail.subject));
    expect(found, `a mail to ${address}`).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return found as ReceivedMail;
}

/** Returns the link in an email to a page such as `verify-email`. */
export function findLink(mail: ReceivedMail, path: string): string {
  const link = mail.text.split('\n').find((line) => line.startsWith('http') && new URL(line).pathname === path);
  if (!link) throw new Error(`The mail "${mail.subject}" has no link to ${path}`);
  return link;
}

/** Returns the token from an emailed link. The token is in the URL's fragment, which browsers do not send to servers. */
export function parseLinkToken(link: string): string {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (!token) throw new Error(`No token in ${link}`);
  return token;
}
