/**
 * Inputs and buttons of a Form: they need only the name of what they ask for, and know by themselves what is wrong with it and
 * whether the form is being sent. Apart from those without Form, which prerendered pages load.
 */
import { type ComponentProps, type ComponentType, createContext, useContext } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';

/** Turns what is typed, or was there at first, into the value that the form's schema checks. */
type ReadTyped = (typed: unknown) => unknown;

export interface SurroundingForm {
  isSending: boolean;
  /** Whether that input, or any, holds another value than at first. */
  isChanged: (name?: string) => boolean;
  bind: (name: string, readTyped?: ReadTyped) => UseFormRegisterReturn & { error: string | undefined };
}

export const FormContext = createContext<SurroundingForm | undefined>(undefined);

export function useSurroundingForm(): SurroundingForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('form inputs: there is no Form around this');
  return form;
}

interface Named {
  name: string;
  /** Absent, it stays the text that was typed. */
  readTyped?: ReadTyped;
}

/** An input that knows its form. */
export function bound<Props extends object>(Input: ComponentType<Props>) {
  return function BoundInput({ readTyped, ...props }: Omit<Props, 'name' | 'error'> & Named) {
    return <Input {...(props as unknown as Props)} {...useSurroundingForm().bind(props.name, readTyped)} />;
  };
}

export const FormField = bound(Field);
export const FormTextArea = bound(TextArea);
export const FormSelectField = bound(SelectField);
export const FormPasswordField = bound(PasswordField);

interface FormSubmitProps extends Omit<ComponentProps<typeof SubmitButton>, 'pending'> {
  /** Whether it waits for a change, of any input or the one of that name. */
  needsChange?: boolean | string;
}

/** Sends the form. */
export function FormSubmit({ needsChange = false, disabled = false, ...button }: FormSubmitProps) {
  const { isSending, isChanged } = useSurroundingForm();
  const isWaiting = needsChange !== false && !isChanged(needsChange === true ? undefined : needsChange);
  return <SubmitButton {...button} pending={isSending} disabled={disabled || isWaiting} />;
}

/** The way out of a form, which is shut while it is being sent. */
export function FormCancel({ className = 'secondary', ...button }: Omit<ComponentProps<'button'>, 'type' | 'disabled'>) {
  return <button {...button} type="button" className={className} disabled={useSurroundingForm().isSending} />;
}

interface FormActionsProps extends FormSubmitProps {
  /** Absent, there is only the way forward. */
  onCancel: (() => void) | undefined;
  cancelLabel?: string;
  cancelClass?: string;
}

/** What sends a dialog's form, and the way out of it. */
export function FormActions({ onCancel, cancelLabel = 'Cancel', cancelClass, ...submit }: FormActionsProps) {
  return (
    <div className="cluster">
      <FormSubmit {...submit} />
      {onCancel && (
        <FormCancel className={cancelClass} onClick={onCancel}>
          {cancelLabel}
        </FormCancel>
      )}
    </div>
  );
}
