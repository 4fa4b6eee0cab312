/** POST /send receives an email, pages under /dev/mailbox show all emails, and GET /fake/mails returns them to tests. */
import { type FakeResponse, json, page } from '#scripts/fakes/core/responses.ts';
import { type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';
import { listPage, mailboxPath, mailDocument, mailPage, notFoundPage } from '#scripts/fakes/mailbox/pages.ts';
import { Mails } from '#scripts/fakes/mailbox/state.ts';

const saveEveryMs = 1_000;

export async function serve({ port, stateFile }: { port: number; stateFile?: string | undefined }): Promise<RunningFake> {
  const mails = new Mails(stateFile);
  const timer = setInterval(() => mails.save(), saveEveryMs);
  return serveFake(port, () => ({
    handle({ call, path, query, body }, faults) {
      if (call === 'POST /send')
        return faults.apply(
          call,
          () => receive(mails, body),
          (status) => refuse(status, body),
        );
      return call.startsWith('GET ') ? showMails(mails, path.replace(mailboxPath, ''), query) : undefined;
    },
    control: (call, _, query) => (call === 'GET mails' ? mails.list(query.get('to'), Number(query.get('after') ?? 0)) : undefined),
    stop() {
      clearInterval(timer);
      mails.save();
    },
  }));
}

function receive(mails: Mails, body: string): FakeResponse {
  const { id, messageId } = mails.receive(JSON.parse(body));
  return json(200, { id, messageId });
}

/** Rejects an email. Includes the recipient's address in the message, as email providers do. */
function refuse(status: number, body: string): FakeResponse {
  const { to } = JSON.parse(body) as { to: string };
  return json(status, { error: `The mail to ${to} fails on purpose` });
}

function showMails(mails: Mails, path: string, query: URLSearchParams): FakeResponse {
  const to = query.get('to');
  if (path === '' || path === '/') return page(200, listPage(mails.list(to), to));
  const [, id, isHtml] = /^\/(\d+)(\/html)?$/.exec(path) ?? [];
  const mail = id === undefined ? undefined : mails.find(Number(id));
  if (!mail) return page(404, notFoundPage());
  return page(200, isHtml ? mailDocument(mail) : mailPage(mail, query.get('as') === 'text' ? 'text' : 'html'));
}
