import { retryMails } from '#web/features/admin/system/system-api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** Resends all failed emails unless ids are given. Throws ApiError or NetworkError. */
export async function sendMailsAgain(ids?: number[]): Promise<void> {
  const retriedCount = await retryMails(ids);
  const isNone = retriedCount === 0;
  showToast({
    tone: isNone ? 'info' : 'success',
    title: isNone ? 'Nothing to resend' : `Resending ${plural(retriedCount, 'email')}`,
    description: isNone ? 'These emails have not failed, or someone else already resent them.' : 'They go out within a minute.',
  });
}
