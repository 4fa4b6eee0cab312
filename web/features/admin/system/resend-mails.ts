import { retryMails } from '#web/features/admin/system/system-api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

export async function resendMails(ids?: number[]): Promise<void> {
  const retriedCount = await retryMails(ids);
  const isEmpty = retriedCount === 0;
  showToast({
    tone: isEmpty ? 'info' : 'success',
    title: isEmpty ? 'Nothing to resend' : `Resending ${plural(retriedCount, 'email')}`,
    description: isEmpty ? 'These emails have not failed, or someone else already resent them.' : 'The emails will go out within a minute.',
  });
}
