/** Parses received emails. */
import PostalMime from 'postal-mime';
import { htmlToText, type ReceivedMail } from '#worker/domain/messages/reply-mail.ts';

/** Limits that keep a hostile email from using much time or memory. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 128 * 1_024, maxRfc822NestingDepth: 0 };

/** Returns undefined if the email is malformed. */
export async function parseMail(raw: ArrayBuffer, envelopeFrom: string): Promise<ReceivedMail | undefined> {
  const mail = await PostalMime.parse(raw, limits).catch(() => undefined);
  if (!mail) return undefined;
  const mailboxes = mail.from === undefined ? [] : (mail.from.group ?? [mail.from]);
  return {
    envelopeFrom,
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    from: mailboxes.flatMap(({ address }) => address || []),
    text: mail.text?.trim() ? mail.text : htmlToText(mail.html ?? ''),
    // Pictures that the text refers to are mostly part of a signature.
    attachments: mail.attachments.filter(({ related }) => !related).length,
  };
}
