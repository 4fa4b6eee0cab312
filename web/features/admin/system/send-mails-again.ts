import { retryMails } from '#web/features/admin/system/system-api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** Resends all failed emails unless ids are given. Throws ApiError or NetworkError. */
export async function sendMailsAgain(ids?: number[]): Promise<void> {
  const retried = await retryMails(ids);
  const isNone = retried === 0;
  showToast({
    tone: isNone ? 'info' : 'success',
    title: isNone ? 'Nothing to resend' : `Resending ${plural(retried, 'email')}`,
    description: isNone ? 'These emails have not failed, or someone else already resent them.' : 'They’ll be sent within a minute.',
  });
}
