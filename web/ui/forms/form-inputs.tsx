/** Inputs and buttons that are bound to a Form by name. Separate from the plain inputs, which prerendered pages load without Form. */
import { t } from '@lingui/core/macro';
import { type ComponentProps, type ComponentType, createContext, useContext } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';

/** Converts a typed or initial value to the value that the schema validates. */
type ParseInput = (input: unknown) => unknown;

export interface FormContextValue {
  isSending: boolean;
  /** Returns whether the named input differs from its initial value. Without a name, checks all inputs. */
  isChanged: (name?: string) => boolean;
  bind: (name: string, parseInput?: ParseInput) => UseFormRegisterReturn & { error: string | undefined };
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useFormContext(): FormContextValue {
  const form = useContext(FormContext);
  if (!form) throw new Error('Form inputs must be inside a Form');
  return form;
}

interface NamedProps {
  name: string;
  /** Converts the typed text. By default, the text is used unchanged. */
  parseInput?: ParseInput;
}

export function bindInput<Props extends object>(Input: ComponentType<Props>) {
  return function BoundInput({ parseInput, ...props }: Omit<Props, 'name' | 'error'> & NamedProps) {
    return <Input {...(props as unknown as Props)} {...useFormContext().bind(props.name, parseInput)} />;
  };
}

export const FormField = bindInput(Field);
export const FormTextArea = bindInput(TextArea);
export const FormSelectField = bindInput(SelectField);
export const FormPasswordField = bindInput(PasswordField);

interface FormSubmitProps extends Omit<ComponentProps<typeof SubmitButton>, 'pending'> {
  /** Disables the button until the named input changes or, if true, until any input changes. */
  requiresChange?: boolean | string;
}

export function FormSubmit({ requiresChange = false, disabled = false, ...button }: FormSubmitProps) {
  const { isSending, isChanged } = useFormContext();
  const isUnchanged = requiresChange !== false && !isChanged(requiresChange === true ? undefined : requiresChange);
  return <SubmitButton {...button} pending={isSending} disabled={disabled || isUnchanged} />;
}

export function FormCancel({ className = 'secondary', ...button }: Omit<ComponentProps<'button'>, 'type' | 'disabled'>) {
  return <button {...button} type="button" className={className} disabled={useFormContext().isSending} />;
}

interface FormActionsProps extends FormSubmitProps {
  onCancel: (() => void) | undefined;
  cancelLabel?: string;
  cancelClass?: string;
}

export function FormActions({ onCancel, cancelLabel = t`Cancel`, cancelClass, ...submit }: FormActionsProps) {
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
