import type { KeyboardEvent } from 'react'

/** Marks the button of a row that expands. */
export const ROW_BUTTON = 'data-change-row'

/**
 * Arrow keys in a list of rows that expand: up and down, Home and End move; right opens and left closes. Enter is the button's own.
 */
export function moveByKey(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${ROW_BUTTON}]`)].filter(
    (one) => one.closest('[hidden]') === null,
  )
  const at = rows.indexOf(event.target as HTMLElement)
  const row = rows[at]
  if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const isOpen = row.getAttribute('aria-expanded') === 'true'

  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    event.preventDefault()
    if (isOpen === (event.key === 'ArrowLeft')) row.click()
    return
  }
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  rows[next]?.focus()
}
