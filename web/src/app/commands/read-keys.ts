type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented' | 'timeStamp'
> & { target: EventTarget | null }

type KeyAction = { list: true } | { menu: true } | { goTo: string }

/** How long to wait for the second letter after `g`. */
const PATIENCE_MS = 1500

/** Elements in which keys are input to a field, menu or dialog. */
const BUSY =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Recognises `?` or `/` alone, or `g` followed by a letter. */
export function readKeys() {
  let wentAt: number | null = null

  return (event: Pressed): KeyAction | null => {
    const isOurs = !(
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      event.defaultPrevented ||
      isBusy(event.target)
    )
    const isSecond = wentAt !== null && event.timeStamp - wentAt < PATIENCE_MS
    wentAt = isOurs && event.key === 'g' ? event.timeStamp : null
    if (!isOurs) return null

    if (event.key === '?') return { list: true }
    if (event.key === '/') return { menu: true }
    return isSecond ? { goTo: event.key.toLowerCase() } : null
  }
}

function isBusy(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(BUSY) !== null
}
