import { type RefObject, useLayoutEffect } from 'react';

/**
 * The two forms of /auth ask for the same e-mail: what was typed in one goes along to the other, with every change of the tab.
 * The inputs are asked, as they may have been filled in before there was code. `cameFrom` had the focus before this form
 * took its place: where that was the other e-mail, this one gets it.
 */
export function useCarriedEmail(form: RefObject<HTMLFormElement | null>, tab: string, cameFrom: Element | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change of the tab
  useLayoutEffect(() => {
    const { from, to } = emails(form.current);
    if (!from?.value || !to || from.value === to.value) return;
    to.value = from.value;
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }, [tab]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useLayoutEffect(() => {
    const { from, to } = emails(form.current);
    // The browser takes the focus off what is hidden, and leaves it nowhere.
    const isFree = document.activeElement === document.body || document.activeElement === from;
    if (from && from === cameFrom && isFree) to?.focus();
  }, []);
}

/** That of the hidden form, and that of the shown one. */
function emails(form: Element | null) {
  const inputs = [...(form?.closest('.tabs')?.querySelectorAll<HTMLInputElement>('[name=email]') ?? [])];
  const from = inputs.find((input) => input.closest('[hidden]'));
  return { from, to: inputs.find((input) => input !== from) };
}
