import { useState } from 'react';
import { randomPlace } from '#web/features/admin/test-qr/sample-places.ts';
import { createTestCard } from '#web/features/admin/test-qr/test-cards-api.ts';
import { useAdmin } from '#web/lib/admin-session.ts';
import { errorText } from '#web/lib/api.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

/** Makes a test card at one of the sample places. */
export function CreateTestCard({ label }: { label: string }) {
  const { admin } = useAdmin();
  const [isPending, setPending] = useState(false);

  async function create() {
    if (isPending) return;
    setPending(true);
    try {
      const description = `Test card created on ${date(new Date().toISOString())} by ${admin?.firstName || 'admin'}`;
      await createTestCard({ location: randomPlace(), description });
      showToast({ title: 'Card created', description: 'New test Cache Card created successfully', tone: 'success' });
    } catch (error) {
      showToast({
        title: 'Error creating card',
        description: errorText(error, 'Something went wrong creating the test card'),
        tone: 'error',
      });
    } finally {
      setPending(false);
    }
  }

  return (
    <button type="button" aria-busy={isPending || undefined} aria-disabled={isPending || undefined} onClick={() => void create()}>
      {isPending ? 'Creating…' : label}
    </button>
  );
}
