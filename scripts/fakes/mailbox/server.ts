/**
 * POST /send receives an email, pages under /dev/mailbox show all emails, and GET /fake/mails returns them to tests. POST /fake/bounces
 * reports that an email bounced or was marked as spam, as Cloudflare's Email Service does; emails to bounce.test bounce automatically.
 */
import * as v from 'valibot';
import { fakeNow } from '#scripts/fakes/core/clock.ts';
import { post } from '#scripts/fakes/core/post.ts';
import { type FakeResponse, json, page, redirect } from '#scripts/fakes/core/responses.ts';
import { type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';
import { BounceRequest, bounceEvent } from '#scripts/fakes/mailbox/events.ts';
import { listPage, mailboxPath, mailDocument, mailPage, notFoundPage } from '#scripts/fakes/mailbox/pages.ts';
import { deliverReply } from '#scripts/fakes/mailbox/reply.ts';
import { Mails } from '#scripts/fakes/mailbox/state.ts';

const saveEveryMs = 1_000;

interface Options {
  port: number;
  stateFile?: string | undefined;
  /** URL that receives bounce and complaint events; if empty, no events are sent. */
  eventsUrl?: string | undefined;
  /** URL that receives emails, to which the mailbox sends replies. */
  emailUrl?: string | undefined;
}

export async function serve({ port, stateFile, eventsUrl, emailUrl }: Options): Promise<RunningFake> {
  const mails = new Mails(stateFile);
  const report = async (bounce: BounceRequest) => ({
    status: eventsUrl ? await post(eventsUrl, JSON.stringify(bounceEvent(bounce, new Date(fakeNow())))) : 0,
  });
  const timer = setInterval(() => mails.save(), saveEveryMs);
  return serveFake(port, () => ({
    handle({ call, path, query, body }, faults) {
      if (call === 'POST /send')
        return faults.apply(
          call,
          () => {
            const mail = mails.receive(JSON.parse(body));
            if (mail.to.toLowerCase().endsWith('@bounce.test')) void report({ to: mail.to, type: 'hard' });
            return json(200, { id: mail.id, messageId: mail.messageId });
          },
          (status) => createRefusal(status, body),
        );
      if (call.startsWith('POST ')) return reply(mails, path.replace(mailboxPath, ''), new URLSearchParams(body), emailUrl);
      return call.startsWith('GET ') ? showMails(mails, path.replace(mailboxPath, ''), query) : undefined;
    },
    control(call, requestBody, query) {
      if (call === 'POST bounces') return report(v.parse(BounceRequest, requestBody));
      return call === 'GET mails' ? mails.list(query.get('to'), Number(query.get('after') ?? 0)) : undefined;
    },
    stop() {
      clearInterval(timer);
      mails.save();
    },
  }));
}

/** Creates the response for a rejected email. The message includes the recipient's address, as email providers do. */
function createRefusal(status: number, body: string): FakeResponse {
  const { to } = JSON.parse(body) as { to: string };
  return json(status, { error: `The mail to ${to} fails on purpose` });
}

function showMails(mails: Mails, path: string, query: URLSearchParams): FakeResponse {
  const to = query.get('to');
  if (path === '' || path === '/') return page(200, listPage(mails.list(to), to));
  const [, id, isHtml] = /^\/(\d+)(\/html)?$/.exec(path) ?? [];
  const mail = id === undefined ? undefined : mails.find(Number(id));
  if (!mail) return page(404, notFoundPage());
  return page(200, isHtml ? mailDocument(mail) : mailPage(mail, query.get('as') === 'text' ? 'text' : 'html', query.get('reply')));
}

/** Sends a reply to the email, and shows whether the product accepted it. */
async function reply(mails: Mails, path: string, form: URLSearchParams, emailUrl: string | undefined): Promise<FakeResponse | undefined> {
  const [, id] = /^\/(\d+)\/reply$/.exec(path) ?? [];
  const mail = id === undefined ? undefined : mails.find(Number(id));
  if (!mail || !emailUrl) return undefined;
  const typedReply = { text: form.get('text') ?? '', hasAttachment: form.has('attachment') };
  const refusal = await deliverReply(emailUrl, mail, typedReply, new Date(fakeNow()));
  return redirect(`${mailboxPath}/${id}?${new URLSearchParams({ reply: refusal ?? 'sent' })}`);
}
