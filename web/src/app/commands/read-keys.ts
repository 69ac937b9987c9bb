type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented' | 'timeStamp'
> & { target: EventTarget | null }

type KeyAction = { list: true } | { menu: true } | { goTo: string }

/** How long a `g` waits for its second letter. */
const PATIENCE_MS = 1500

/** Where letters belong to what is being written, chosen or answered. */
const BUSY =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Understands single keys, one after the other: `?` or `/` alone, or `g` and then where to. */
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
