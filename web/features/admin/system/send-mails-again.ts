import { retryMails } from '#web/features/admin/system/system-api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** All failed mails if ids are absent. Throws ApiError or NetworkError. */
export async function sendMailsAgain(ids?: number[]): Promise<void> {
  const retried = await retryMails(ids);
  const isNone = retried === 0;
  showToast({
    tone: isNone ? 'info' : 'success',
    title: isNone ? 'Nothing to send again' : `${plural(retried, 'mail')} will be sent again`,
    description: isNone ? 'These mails have not failed, or somebody was quicker.' : 'Within a minute, with all tries before them.',
  });
}
