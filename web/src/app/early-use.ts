import { THEME_TOGGLE } from '#browser/theme-toggle.ts'

/**
 * Holds early clicks on buttons and form submissions until the application can handle them. The returned function replays them once per
 * element, so a second click is ignored. Links and the theme switch are ignored, because they work without the application. What is picked
 * shows at once, and is picked again, because hydration puts the first choice back.
 */
export function holdEarlyUse(): () => void {
  const held = new Map<Element, () => void>()
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }

  addEventListener('click', hold, options)
  addEventListener('submit', hold, options)
  addEventListener('change', keepChoice, options)

  return function release() {
    listening.abort()
    for (const giveBack of held.values()) giveBack()
  }

  function keepChoice({ target }: Event) {
    if (!(target instanceof HTMLInputElement) || !/radio|checkbox/.test(target.type)) return

    const { checked } = target
    held.delete(target)
    held.set(target, () => target.checked !== checked && target.click())
  }

  function hold(event: Event) {
    const { target } = event
    if (!(target instanceof Element)) return

    const button = event.type === 'click' ? target.closest('button') : null
    if (button?.matches(THEME_TOGGLE)) return
    if (button) held.set(button, () => button.click())
    else if (target instanceof HTMLFormElement) held.set(target, () => target.requestSubmit())
    else return

    event.preventDefault()
    event.stopImmediatePropagation()
  }
}
