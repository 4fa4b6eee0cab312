import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { randomPlace } from '#web/features/cards/test-qr/sample-places.ts';
import { createTestCard } from '#web/features/cards/test-qr/test-cards-api.ts';
import { date } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { reasonText } from '#web/lib/reason-text.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function CreateTestCard({ label }: { label: string }) {
  const { admin } = useAdmin();

  async function create() {
    try {
      const description = `Test card created on ${date(new Date(now()).toISOString())} by ${admin?.firstName || 'admin'}`;
      await createTestCard({ location: randomPlace(), description });
      showToast({ title: 'Card created', description: 'New test Cache Card created successfully', tone: 'success' });
    } catch (error) {
      showToast({
        title: 'Error creating card',
        description: reasonText(error, 'Error creating test card', 'Something went wrong creating the test card'),
        tone: 'error',
      });
    }
  }

  return (
    <ActionButton action={create} pendingLabel="Creating…">
      {label}
    </ActionButton>
  );
}
