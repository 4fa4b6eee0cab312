/**
 * Forms of pages that have to be there at once. The inputs keep what is typed themselves: also before this code runs, and
 * through every refusal. The rules and the library they are written in come a little later, or with the first focus.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';

/** When the page stands, and still while the connection is there that brought it. */
const prefetchAfterMs = 1_500;

export type Outcome<Value> =
  | { isSent: true; value: Value }
  /** By input, what is wrong with it; and why it was not taken, where it was our server that refused. */
  | { isSent: false; fields: Record<string, string>; failure: string | undefined };

interface PlainForm<Value> {
  /** The inputs in their order: the first that is wrong gets the focus. */
  names: readonly string[];
  /** Loads what checks and sends the form; that never throws. */
  load: () => Promise<(typed: FormData) => Promise<Outcome<Value>>>;
  onSent?: (value: Value) => void;
  /** Whether a refusal is told as a whole even where an input says what is wrong. */
  isToldTwice?: boolean;
  /** Told what is told as a whole. */
  onFailure?: (failure: string) => void;
}

/** `method="dialog"` outside a dialog goes nowhere: without this code nothing typed lands in the address. */
export function usePlainForm<Value>({ names, load, onSent, isToldTwice = false, onFailure }: PlainForm<Value>) {
  const ref = useRef<HTMLFormElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});

  const prefetch = useRef(load);
  useEffect(() => {
    const soon = setTimeout(() => void prefetch.current().catch(() => undefined), prefetchAfterMs);
    return () => clearTimeout(soon);
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    setIsPending(true);
    setFailure(undefined);
    const outcome = await loaded(load, typed);
    setIsPending(false);
    if (outcome.isSent) return onSent?.(outcome.value);
    const wrong = names.find((name) => outcome.fields[name]);
    const told = wrong === undefined || isToldTwice ? outcome.failure : undefined;
    setFailure(told);
    if (told !== undefined) onFailure?.(told);
    setErrors(outcome.fields);
    if (wrong) inputOf(ref.current, wrong)?.focus();
  }

  /** What is changed is not wrong any more, before it is looked at again. */
  function dismissError(name: string) {
    if (errors[name] !== undefined) setErrors(({ [name]: _, ...others }) => others);
  }

  return {
    errors,
    failure,
    isPending,
    dismissError,
    /** Puts a value in, unless something stands there already. */
    fill(name: string, value: string, { isOverwriting = false } = {}) {
      const input = inputOf(ref.current, name);
      if (input && (isOverwriting || input.value === '')) input.value = value;
    },
    focus: (name: string) => inputOf(ref.current, name)?.focus(),
    form: {
      ref,
      method: 'dialog',
      noValidate: true,
      onSubmit: submit,
      onFocus: () => void load().catch(() => undefined),
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) dismissError(target.name);
      },
    },
  };
}

/** Of a part of the site, where it failed to load. Some browsers remember that: there only a reload helps. */
export const didNotComeThrough =
  'did not come through completely. Please check your network and try again. If that does not help, reload the page.';

async function loaded<Value>(load: PlainForm<Value>['load'], typed: FormData): Promise<Outcome<Value>> {
  let send: Awaited<ReturnType<typeof load>>;
  try {
    send = await load();
  } catch {
    return { isSent: false, fields: {}, failure: `This form ${didNotComeThrough}` };
  }
  return send(typed);
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : undefined;
}
