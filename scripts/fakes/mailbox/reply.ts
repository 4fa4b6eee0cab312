/** Replies to an email, as the recipient's email client and Cloudflare's receiving server would. */
import type { ReceivedMail } from '#scripts/fakes/mailbox/state.ts';

export interface Reply {
  text: string;
  hasAttachment: boolean;
}

const base64 = (text: string) =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');

/** Returns the raw email (RFC 5322) with the original quoted below the text. */
export function replyMessage(mail: ReceivedMail, { text, hasAttachment }: Reply, at: Date): string {
  const quoted = mail.text.split('\n').map((line) => `> ${line}`);
  const content = [text, '', `On ${at.toUTCString()}, ${mail.from} wrote:`, '', ...quoted].join('\n');
  const domain = mail.to.slice(mail.to.lastIndexOf('@') + 1);
  const textPart = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '', base64(content)];
  const attachment = [
    'Content-Type: image/png',
    'Content-Disposition: attachment; filename="photo.png"',
    'Content-Transfer-Encoding: base64',
    '',
    base64('photo'),
  ];
  return [
    `Received: from mail.${domain} (192.0.2.1) by cloudflare-email.net; ${at.toUTCString()}`,
    `Authentication-Results: mx.cloudflare.net; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain} policy.dmarc=none; spf=pass`,
    `From: ${mail.to}`,
    `To: ${mail.headers['Reply-To'] ?? mail.from}`,
    `Subject: =?utf-8?B?${Buffer.from(`Re: ${mail.subject}`).toString('base64')}?=`,
    `Date: ${at.toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@${domain}>`,
    'MIME-Version: 1.0',
    ...(hasAttachment
      ? ['Content-Type: multipart/mixed; boundary=part', '', '--part', ...textPart, '--part', ...attachment, '--part--']
      : textPart),
    '',
  ].join('\r\n');
}

/** Delivers the email to the product. Returns the reason if the product refused it. */
export async function deliverReply(url: string, mail: ReceivedMail, reply: Reply, at: Date): Promise<string | null> {
  const query = new URLSearchParams({ from: mail.to, to: mail.headers['Reply-To'] ?? '' });
  const response = await fetch(`${url}?${query}`, { method: 'POST', body: replyMessage(mail, reply, at) });
  return response.ok ? null : (await response.text()).replace(/^Worker rejected email with the following reason: /, '');
}
