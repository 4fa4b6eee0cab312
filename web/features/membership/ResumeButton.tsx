import { changeMembership } from '#web/features/membership/membership-api.ts';
import { useUser } from '#web/features/session/session.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Takes a cancellation back: the membership renews again. */
export function ResumeButton() {
  const { refresh } = useUser();

  async function resume() {
    try {
      const { paidUntil } = await changeMembership('resume');
      const description = paidUntil ? `It renews on ${date(paidUntil)}.` : 'It renews again.';
      showToast({ title: 'Membership resumed', description, tone: 'success' });
    } finally {
      void refresh().catch(() => undefined);
    }
  }

  return (
    <ActionButton action={resume} failed="Your membership was not resumed" pendingLabel="Resuming…">
      Resume membership
    </ActionButton>
  );
}
