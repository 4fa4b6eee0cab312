/**
 * Makes the browser's Back close the topmost dialog instead of leaving the page. The first dialog of a page adds a history entry for that.
 * The entry stays if a dialog is closed in another way, because going back from it could cancel a navigation that the same click has
 * started. Later dialogs use it again, and Back skips it while none is open.
 */

interface DialogToClose {
  /** Closes the dialog, unless its content holds it open. Returns whether it will be closed. */
  close: () => boolean;
}

interface DialogState {
  isDialogEntry?: boolean;
  /** Marks the page's own entry, below the one for dialogs. */
  hasDialogEntry?: boolean;
}

/** Open dialogs, topmost last. */
const openDialogs: DialogToClose[] = [];
let isListening = false;
let isOnDialogEntry = false;

/** Registers an open dialog. Returns a function that removes it. */
export function registerDialog(dialog: DialogToClose): () => void {
  if (!isListening) listen();
  openDialogs.push(dialog);
  addEntry();
  return () => void openDialogs.splice(openDialogs.indexOf(dialog), 1);
}

const readState = () => history.state as DialogState | null;

function listen() {
  isListening = true;
  isOnDialogEntry = readState()?.isDialogEntry === true;
  addEventListener('popstate', () => {
    const cameFromDialogEntry = isOnDialogEntry;
    isOnDialogEntry = readState()?.isDialogEntry === true;
    const top = openDialogs.at(-1);
    if (top) {
      const openAfterwards = openDialogs.length - (top.close() ? 1 : 0);
      if (openAfterwards > 0) addEntry();
    } else if (cameFromDialogEntry && !isOnDialogEntry && readState()?.hasDialogEntry) history.back();
  });
  // Dispatched by the router when it navigates.
  addEventListener('pushState', () => {
    isOnDialogEntry = false;
  });
}

function addEntry() {
  if (readState()?.isDialogEntry) return;
  // Calls the prototype's methods because the history object's own ones would make the router react.
  const { pushState, replaceState } = History.prototype;
  replaceState.call(history, { ...readState(), hasDialogEntry: true }, '');
  pushState.call(history, { ...readState(), isDialogEntry: true }, '');
  isOnDialogEntry = true;
}
