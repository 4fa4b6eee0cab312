import { type RefObject, useLayoutEffect } from 'react';

/**
 * Carries the email between the two forms of /auth on every tab change. Reads the inputs, which may have been filled
 * before the code loaded. `openedFrom` had the focus before this form appeared: if it was the other email field, this
 * one takes the focus.
 */
export function usePrefilledEmail(form: RefObject<HTMLFormElement | null>, tab: string, openedFrom: Element | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every tab change
  useLayoutEffect(() => {
    const { from, to } = listEmailInputs(form.current);
    if (!from?.value || !to || from.value === to.value) return;
    to.value = from.value;
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }, [tab]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useLayoutEffect(() => {
    const { from, to } = listEmailInputs(form.current);
    // The browser drops the focus from a hidden element.
    const isFree = document.activeElement === document.body || document.activeElement === from;
    if (from && from === openedFrom && isFree) to?.focus();
  }, []);
}

function listEmailInputs(form: Element | null) {
  const inputs = [...(form?.closest('.tabs')?.querySelectorAll<HTMLInputElement>('[name=email]') ?? [])];
  const from = inputs.find((input) => input.closest('[hidden]'));
  return { from, to: inputs.find((input) => input !== from) };
}
