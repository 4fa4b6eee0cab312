import { type RefObject, useLayoutEffect } from 'react';

/**
 * Copies the email between the sign-in and registration forms on every tab change. Reads the inputs directly because the visitor may have
 * filled them in before the code loaded. If the other form's email field had the focus (`openedFrom`), moves the focus to this form's email
 * field.
 */
export function usePrefilledEmail(form: RefObject<HTMLFormElement | null>, tab: string, openedFrom: Element | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every tab change
  useLayoutEffect(() => {
    const { from, to } = listEmailInputs(form.current);
    if (!from?.value || !to || from.value === to.value) return;
    to.value = from.value;
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }, [tab]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useLayoutEffect(() => {
    const { from, to } = listEmailInputs(form.current);
    const isFree = document.activeElement === document.body || document.activeElement === from;
    if (from && from === openedFrom && isFree) to?.focus();
  }, []);
}

function listEmailInputs(form: Element | null) {
  const inputs = [...(form?.closest('.tabs')?.querySelectorAll<HTMLInputElement>('[name=email]') ?? [])];
  const from = inputs.find((input) => input.closest('[hidden]'));
  return { from, to: inputs.find((input) => input !== from) };
}
