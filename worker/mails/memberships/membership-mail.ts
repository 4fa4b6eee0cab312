import { button, facts, type MailLinks, text } from '#worker/mails/content.ts';

/** Composes a short text with its figures, and a button that opens the membership tab. */
export function membershipMail(links: MailLinks, subject: string, message: string, figures: Parameters<typeof facts>, label: string) {
  return { subject, body: [text(message), facts(...figures), button(label, links.to('/account?tab=membership'))] };
}
