import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** Saves a preference as soon as the member picks a value. `save` returns the confirmation to show; undefined shows none. */
export function useChoice<Value>(initialValue: Value, save: (value: Value) => Promise<string | undefined>) {
  const [pendingValue, setPendingValue] = useState<Value>();

  async function choose(value: Value) {
    if (pendingValue !== undefined) return;
    setPendingValue(value);
    try {
      const description = await save(value);
      if (description !== undefined) showToast({ title: t`Preferences saved`, description, tone: 'success' });
    } catch (error) {
      showToast({ title: t`Couldn’t save your preferences`, description: errorText(error, t`Please try again.`), tone: 'error' });
    } finally {
      setPendingValue(undefined);
    }
  }

  return { value: pendingValue ?? initialValue, isSaving: pendingValue !== undefined || undefined, choose };
}
