import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { ToastProvider } from '#web/ui/states/Toast.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

afterEach(() => {
  vi.useRealTimers();
  act(dismissToast);
});

describe('Tabs', () => {
  const tabs = [
    { id: 'one', label: 'One' },
    { id: 'two', label: 'Two' },
    { id: 'three', label: 'Three' },
  ] as const;
  function Example({ isVertical = false }: { isVertical?: boolean }) {
    const [active, setActive] = useState<'one' | 'two' | 'three'>('one');
    return (
      <Tabs tabs={tabs} active={active} onChange={setActive} label="Numbers" isVertical={isVertical}>
        {tabs.map((tab) => (
          <TabPanel key={tab.id} id={tab.id}>
            Panel {tab.label}
          </TabPanel>
        ))}
      </Tabs>
    );
  }

  test('show the panel of the chosen tab, labeled by the tab', async () => {
    render(<Example />);
    expect(screen.getByRole('tablist', { name: 'Numbers' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
    expect(screen.getByRole('tabpanel', { name: 'Two' }).textContent).toBe('Panel Two');
    expect(screen.queryByRole('tabpanel', { name: 'One' })).toBeNull();
  });

  test('create a panel when it is first shown, and keep its input', async () => {
    function Forms() {
      const [active, setActive] = useState<'one' | 'two' | 'three'>('one');
      return (
        <Tabs tabs={tabs} active={active} onChange={setActive} label="Forms">
          <TabPanel id="one">
            <input aria-label="Name" />
          </TabPanel>
          <TabPanel id="two">Second</TabPanel>
        </Tabs>
      );
    }
    render(<Forms />);
    expect(screen.queryByText('Second')).toBeNull();
    await userEvent.type(screen.getByLabelText('Name'), 'Robin');
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'One' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Robin');
  });

  test('move and choose with arrow keys, Home and End, also around the ends', async () => {
    render(<Example />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'One' }));
    for (const [key, name] of [
      ['ArrowRight', 'Two'],
      ['End', 'Three'],
      ['ArrowRight', 'One'],
      ['ArrowLeft', 'Three'],
      ['Home', 'One'],
    ]) {
      await userEvent.keyboard(`{${key}}`);
      const tab = screen.getByRole('tab', { name: name ?? '' });
      expect(document.activeElement).toBe(tab);
      expect(tab.getAttribute('aria-selected')).toBe('true');
    }
  });

  test('move with Up and Down if vertical', async () => {
    render(<Example isVertical />);
    expect(screen.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Two' }));
  });

  test('have only the active tab in the tab order', () => {
    render(<Example />);
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  });
});

describe('Dialog', () => {
  function Example() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Dialog open={open} onClose={() => setOpen(false)} title="A question">
          <button type="button">Inside</button>
        </Dialog>
      </>
    );
  }

  test('is named by its title, takes the focus, and returns it', async () => {
    render(<Example />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await userEvent.click(opener);
    expect(screen.getByRole('dialog', { name: 'A question' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A question' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test('takes the focus again when its next step replaces the focused element', () => {
    const step = (name: string) => (
      <Dialog open onClose={() => undefined} title={name}>
        <button key={name} type="button">
          {`${name}…`}
        </button>
      </Dialog>
    );
    const { rerender } = render(step('Order'));
    screen.getByRole('button', { name: 'Order…' }).focus();
    rerender(step('Print'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Print' }));
    const button = screen.getByRole('button', { name: 'Close' });
    button.focus();
    rerender(step('Sent'));
    expect(document.activeElement).toBe(button);
  });

  test('returns the focus to a part of a drawing', () => {
    render(
      <svg role="presentation">
        <g data-testid="part" tabIndex={0} />
      </svg>,
    );
    const part = screen.getByTestId('part');
    part.focus();
    const { unmount } = render(
      <Dialog open onClose={() => undefined} title="A question">
        Text
      </Dialog>,
    );
    expect(document.activeElement).not.toBe(part);
    unmount();
    expect(document.activeElement).toBe(part);
  });

  test('closes on Escape', async () => {
    render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('closes on the browser’s Back, the topmost one first, and asks about unsaved text', async () => {
    const goBack = () =>
      act(
        () =>
          new Promise<void>((resolve) => {
            addEventListener('popstate', () => resolve(), { once: true });
            history.back();
          }),
      );
    history.pushState(null, '', '/before');
    history.pushState(null, '', '/page?adopt=1');
    render(<Example />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await userEvent.click(opener);
    const { unmount } = render(
      <Dialog open onClose={() => unmount()} title="On top">
        <div data-unsaved />
      </Dialog>,
    );
    await goBack();
    await userEvent.click(screen.getByRole('button', { name: 'Close without saving' }));
    expect(screen.getByRole('dialog', { name: 'A question' })).toBeTruthy();
    await goBack();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
    expect(location.pathname).toBe('/page');
    // Another dialog that is closed in another way leaves no entry that Back would stop at.
    await userEvent.click(opener);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    history.back();
    await vi.waitFor(() => expect(location.pathname).toBe('/before'));
  });

  test('stays open and busy while it is sending', async () => {
    function Sending({ isSending }: { isSending: boolean }) {
      const [open, setOpen] = useState(true);
      return (
        <Dialog open={open} onClose={() => setOpen(false)} title="A payment">
          <div data-sending={isSending || undefined} />
        </Dialog>
      );
    }
    const { rerender } = render(<Sending isSending />);
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(screen.getByText('Sending… Please wait a moment.')).toBeTruthy();
    // Simulates a second Escape, which closes the dialog no matter what the page does.
    dialog.close();
    fireEvent(dialog, new Event('close'));
    expect(dialog.open).toBe(true);
    rerender(<Sending isSending={false} />);
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('has the focus on “Keep editing” after a second Escape', () => {
    render(
      <Dialog open onClose={() => {}} title="An address">
        <input aria-label="Street" data-unsaved data-autofocus />
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    const stayButton = screen.getByRole('button', { name: 'Keep editing' });
    expect(document.activeElement).toBe(stayButton);
    // The browser closes the dialog, no matter what the page does, and moves the focus when the page opens it again.
    dialog.close();
    screen.getByText('An address').focus();
    fireEvent(dialog, new Event('close'));
    expect(document.activeElement).toBe(stayButton);
    fireEvent.click(stayButton);
    expect(document.activeElement).toBe(screen.getByLabelText('Street'));
  });

  test('closes on a press outside, but not on one that began inside', async () => {
    render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = screen.getByRole('dialog');
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Inside' }));
    fireEvent.click(dialog);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Toast', () => {
  function Example() {
    return (
      <ToastProvider>
        <button type="button" onClick={() => showToast({ title: 'Saved', description: 'All of it', tone: 'success' })}>
          Save
        </button>
        <button type="button" onClick={() => showToast({ title: 'Failed', tone: 'error' })}>
          Fail
        </button>
      </ToastProvider>
    );
  }

  test('appears one at a time: successes politely, errors at once', () => {
    render(<Example />);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('status').textContent).toContain('SavedAll of it');
    fireEvent.click(screen.getByRole('button', { name: 'Fail' }));
    expect(screen.getByRole('alert').textContent).toContain('Failed');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  test('of a failure disappears on the next attempt; a success stays', () => {
    render(
      <>
        <Example />
        <form aria-label="Pay" onSubmit={(event) => event.preventDefault()}>
          <input aria-label="Card number" />
          <button type="submit">Pay</button>
        </form>
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Fail' }));
    fireEvent.click(screen.getByRole('textbox', { name: 'Card number' }));
    expect(screen.getByText('Failed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
    expect(screen.queryByText('Failed')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Fail' }));
    fireEvent.click(screen.getByRole('button', { name: 'Fail' }));
    expect(screen.getByText('Failed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  test('disappears after 5 seconds, or when dismissed', async () => {
    vi.useFakeTimers();
    render(<Example />);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    act(() => vi.advanceTimersByTime(4_999));
    expect(screen.queryByText('Saved')).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText('Saved')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  test('stays while the pointer is over it', () => {
    vi.useFakeTimers();
    render(<Example />);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.mouseEnter(screen.getByText('Saved'));
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.queryByText('Saved')).not.toBeNull();
    fireEvent.mouseLeave(screen.getByText('Saved'));
    act(() => vi.advanceTimersByTime(5_000));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  test('is rendered inside an open dialog, which makes the rest of the page inert', () => {
    function InDialog() {
      const [open, setOpen] = useState(true);
      return (
        <>
          <Example />
          <Dialog open={open} onClose={() => setOpen(false)} title="Scan">
            Camera
          </Dialog>
        </>
      );
    }
    render(<InDialog />);
    fireEvent.click(screen.getByText('Save'));
    expect(screen.getByRole('dialog').contains(screen.getByText('Saved'))).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Saved')).not.toBeNull();
  });
});

describe('Fields', () => {
  test('connect label, hint and error with the input', () => {
    render(<Field label="City" hint="Where you live" error="City is too long" optional />);
    const input = screen.getByRole('textbox', { name: 'City (optional)', description: 'City is too long Where you live' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  test('are not marked invalid without an error', () => {
    render(<Field label="City" />);
    expect(screen.getByLabelText('City').hasAttribute('aria-invalid')).toBe(false);
    expect(screen.getByLabelText('City').hasAttribute('aria-describedby')).toBe(false);
  });

  test('can show and hide a password', async () => {
    render(<PasswordField label="Password" />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password', pressed: false }));
    expect(input.getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Show password', pressed: true }));
    expect(input.getAttribute('type')).toBe('password');
  });

  test('show a checkbox’s error', () => {
    render(<Checkbox label="I agree" error="Please agree" />);
    expect(screen.getByRole('checkbox', { name: 'I agree', description: 'Please agree' })).toBeTruthy();
  });

  test('a pending button is announced, sends nothing again and keeps the focus, even if it is disabled afterwards', async () => {
    const sent = vi.fn();
    const example = (pending: boolean, disabled = false) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent();
        }}
      >
        <input aria-label="City" />
        <SubmitButton pending={pending} pendingLabel="Saving…" disabled={disabled}>
          Save
        </SubmitButton>
      </form>
    );
    const { rerender } = render(example(false));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    rerender(example(true));
    const button = screen.getByRole('button', { name: 'Saving…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    rerender(example(false, true));
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    await userEvent.type(screen.getByLabelText('City'), '{Enter}');
    expect(sent).toHaveBeenCalledTimes(1);
    expect(button.hasAttribute('disabled')).toBe(true);
  });
});
