/** A small form over a schema. Paying has a budget of its own, and react-hook-form would be half of it. */
import { type ChangeEvent, type FormEvent, useState } from 'react';
import * as v from 'valibot';

/** Name of an input -> what is wrong with it. */
type FieldErrors = Record<string, string>;

/**
 * Checks the form when it is sent, and gives `onValid` what the schema makes of it. What is wrong stands at its input until that
 * is changed; the first of them takes the focus. `read` turns the inputs into what the schema expects.
 */
export function useCheckedForm<Output>(
  schema: v.GenericSchema<unknown, Output>,
  read: (inputs: Record<string, string>) => unknown,
  onValid: (output: Output, form: HTMLFormElement) => void,
) {
  const [errors, setErrors] = useState<FieldErrors>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const inputs = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const checked = v.safeParse(schema, read(inputs));
    if (!checked.success) return refuse(form, errorsOf(checked.issues));
    setErrors({});
    onValid(checked.output, form);
  }

  /** Shows what is wrong with single inputs, as the server may say it too. */
  function refuse(form: HTMLFormElement, wrong: FieldErrors) {
    setErrors(wrong);
    for (const input of form.querySelectorAll('input')) {
      if (wrong[input.name] === undefined) continue;
      input.focus();
      return;
    }
  }

  /** What the input of that name needs. */
  function field(name: string) {
    return {
      name,
      error: errors[name],
      onChange: (_event: ChangeEvent<HTMLInputElement>) => {
        if (errors[name] !== undefined) setErrors(({ [name]: _mended, ...rest }) => rest);
      },
    };
  }

  return { submit, field, refuse };
}

function errorsOf(issues: v.BaseIssue<unknown>[]): FieldErrors {
  const wrong: FieldErrors = {};
  for (const issue of issues) wrong[v.getDotPath(issue) ?? ''] ??= issue.message;
  return wrong;
}
