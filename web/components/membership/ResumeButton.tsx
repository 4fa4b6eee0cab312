import { ActionButton } from '#web/components/ActionButton.tsx';
import { changeMembership } from '#web/components/membership/membership-api.ts';
import { useToast } from '#web/components/Toast.tsx';
import { errorText } from '#web/lib/api.ts';
import { date } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';

/** Takes a cancellation back: the membership renews again. */
export function ResumeButton() {
  const toast = useToast();
  const { refresh } = useUser();

  async function resume() {
    try {
      const { paidUntil } = await changeMembership('resume');
      toast({
        title: 'Membership resumed',
        description: paidUntil ? `It renews on ${date(paidUntil)}.` : 'It renews again.',
        tone: 'success',
      });
    } catch (error) {
      toast({ title: 'Your membership was not resumed', description: errorText(error, 'Please try again.'), tone: 'error' });
    } finally {
      void refresh().catch(() => undefined);
    }
  }

  return (
    <ActionButton action={resume} pendingLabel="Resuming…">
      Resume membership
    </ActionButton>
  );
}
