import { type RefObject, useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { canBeSignedIn } from '#web/lib/auth-storage.ts';
import { readDraft, storeDraft } from '#web/lib/drafts.ts';

const isSecret = (input: string) => /password|code|secret/i.test(input);

/**
 * Restores the form's draft after an expired session or a reload, and stores changes to the inputs. `name` identifies the form and its
 * subject; without a name, nothing is stored. Canceling a dialog discards its draft.
 */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, never>,
  name: string | undefined,
  element: RefObject<HTMLFormElement | null>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: react-hook-form's methods never change
  useEffect(() => {
    if (name === undefined) return;
    for (const [input, value] of Object.entries(readDraft(name)))
      form.setValue(input as Path<Values>, value as never, { shouldDirty: true });
    const subscription = form.watch((values) => {
      const defaults = form.formState.defaultValues as Record<string, unknown> | undefined;
      const isChanged = ([input, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(defaults?.[input]);
      storeDraft(name, Object.fromEntries(Object.entries(values).filter((entry) => !isSecret(entry[0]) && isChanged(entry))));
    });
    const isInDialog = element.current?.closest('dialog') != null;
    return () => {
      subscription.unsubscribe();
      if (isInDialog && canBeSignedIn()) storeDraft(name, {});
    };
  }, [name]);
}
