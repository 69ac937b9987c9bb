/** What a reader sees of its text, white space once. */
export const textOf = (element: Element): string =>
  (element.textContent ?? '').replace(/\s+/g, ' ').trim()

/** By markup alone: there are no style sheets here. What only they hide is a matter for the browser. */
export function isHidden(element: Element): boolean {
  if (!element.isConnected) return true
  const inClosed = element.closest('details:not([open])')

  return (
    element.closest('[hidden], template') !== null ||
    (inClosed !== null && element.closest('summary')?.parentElement !== inClosed)
  )
}

/** Seen perhaps, but not by assistive technology, for example beside an open dialog. */
export const isInaccessible = (element: Element): boolean =>
  isHidden(element) || element.closest('[aria-hidden="true"], [inert]') !== null

export function isDisabled(element: Element): boolean {
  return (
    element.matches(':is(button, input, select, textarea):disabled') ||
    element.closest('fieldset[disabled]') !== null ||
    element.closest('[aria-disabled="true"]') !== null
  )
}

export const isChecked = (element: Element): boolean =>
  element instanceof HTMLInputElement
    ? element.checked
    : element.getAttribute('aria-checked') === 'true'

export function descriptionOf(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []

  return ids
    .map((id) => document.getElementById(id))
    .map((one) => (one ? textOf(one) : ''))
    .filter(Boolean)
    .join(' ')
}
