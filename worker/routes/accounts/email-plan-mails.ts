/** Emails for an email address change: a confirmation to the new address, and a notice to a verified old one. */

import type { EmailPlan } from '#worker/domain/accounts/profile.ts';
import {
  accountRecoveredMail,
  confirmEmailChangeMail,
  emailChangeRequestedMail,
  type Mail,
  verifyEmailMail,
} from '#worker/domain/messages/mail.ts';
import type { Config } from '#worker/env.ts';
import { newLinkedMail } from '#worker/security/link.ts';

/** `member` is the account before the change. An unverified old address gets no email because it may belong to a stranger. */
export async function emailPlanMails(
  { linkSigningKey, publicOrigin }: Config,
  { method, email }: EmailPlan,
  member: { email: string; firstName: string | null; emailVerifiedAt: number | null },
): Promise<Mail[]> {
  if (method === 'rewrite') return [];
  const createLink = () => newLinkedMail(linkSigningKey, publicOrigin);
  const recipient = { email, firstName: member.firstName };
  if (method === 'replace') return [verifyEmailMail(await createLink(), recipient)];
  if (method === 'recover') {
    const notices = member.emailVerifiedAt === null ? [] : [accountRecoveredMail(member)];
    return [verifyEmailMail(await createLink(), recipient), ...notices];
  }
  return [confirmEmailChangeMail(await createLink(), recipient), emailChangeRequestedMail(await createLink(), member, email)];
}
