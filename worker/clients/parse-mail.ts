/** Parses received emails. */
import PostalMime, { addressParser } from 'postal-mime';
import { htmlToText, type ReceivedMail } from '#worker/domain/messages/reply-mail.ts';

const maxFromLength = 2_000;
/** Limits that keep a hostile email from using much time or memory. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 128 * 1_024, maxRfc822NestingDepth: 0 };

/** Returns undefined if the email is malformed. */
export async function parseMail(raw: ArrayBuffer, envelopeFrom: string): Promise<ReceivedMail | undefined> {
  const mail = await PostalMime.parse(raw, limits).catch(() => undefined);
  if (!mail) return undefined;
  const fromHeaders = mail.headers.filter(({ key }) => key === 'from');
  return {
    envelopeFrom,
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    // PostalMime's own `from` is the first of several senders.
    from: fromHeaders.flatMap(({ value }) =>
      value.length > maxFromLength ? [] : addressParser(value, { flatten: true }).flatMap(({ address }) => address || []),
    ),
    readText: () => (mail.text?.trim() ? mail.text : htmlToText(mail.html ?? '')),
    // Pictures that the text refers to are mostly part of a signature.
    attachments: mail.attachments.filter(({ related }) => !related).length,
  };
}
