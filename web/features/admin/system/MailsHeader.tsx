import '#web/features/admin/tabs-head.css';
import type { System } from '#schema/admin/system.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { acknowledgeMails, retryAllMails } from '#web/features/admin/system/system-api.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { FactList } from '#web/ui/FactList.tsx';

async function acknowledge() {
  await acknowledgeMails();
  showToast({
    title: 'Alarm dismissed',
    description: 'The alarm clears within five minutes and returns if another email fails.',
    tone: 'success',
  });
}

async function resendAll() {
  const count = await retryAllMails();
  showToast(
    count === 0
      ? { title: 'Nothing to resend', description: 'Someone else already resent these emails.', tone: 'info' }
      : { title: `Resending ${plural(count, 'email')}`, description: 'The emails will go out within a minute.', tone: 'success' },
  );
}

export function MailsHeader({ mails }: Pick<System, 'mails'>) {
  return (
    <div className="cluster tabs-head">
      <FactList
        className="backlog"
        facts={{
          Waiting: cappedCount(mails.queued),
          Sending: cappedCount(mails.sending),
          Failed: cappedCount(mails.dead),
          'Waiting since': mails.oldestAt && dateTime(mails.oldestAt),
        }}
      />
      {mails.dead > 0 && (
        <ActionButton className="secondary button-small" action={resendAll} failed="Couldn’t queue the emails">
          Resend all failed emails
        </ActionButton>
      )}
      {mails.unacknowledged > 0 && (
        <ActionButton className="secondary button-small" action={acknowledge} failed="Couldn’t dismiss the alarm">
          Dismiss the alarm
        </ActionButton>
      )}
    </div>
  );
}
