import { useEffect } from 'react'
import { areLettersOn } from '#browser/letters-choice.ts'
import { idOfRow, rowOf } from './row-elements.ts'

type Actions = {
  /** The ids of the rows on the page, in their order. */
  ids: readonly string[]
  /** The one that is open beside the list, or empty. */
  open: string
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  onClearSelection: () => void
  onReload: () => void
  /** Keys that only this list has, for the row that is open or has the focus. */
  own?: Record<string, (id: string) => void>
}

/** Where letters belong to what is being written, chosen or answered. The drawer is part of the list. */
const BUSY =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="combobox"], [role="menu"], [role="listbox"], [role="alertdialog"], [role="dialog"]:not([data-drawer])'

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** The keys of every list: `/`, `j`, `k`, arrows, `x`, `r` and Esc. Enter is the row's own link. */
export function useListKeys(actions: Actions): void {
  useEffect(() => {
    // Before the window's listener, whose `/` opens the command menu.
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)

    function listen(event: KeyboardEvent) {
      if (!isForList(event)) return
      const run = actionOf(event.key, actions)
      if (!run) return
      event.preventDefault()
      run()
    }
  }, [actions])
}

function isForList(event: KeyboardEvent): boolean {
  const { target, defaultPrevented } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  const isBusy = target instanceof Element && target.closest(BUSY) !== null

  return !(defaultPrevented || hasModifier || isBusy)
}

function actionOf(key: string, actions: Actions): (() => void) | null {
  const { ids, open } = actions
  const current = open || idOfRow(document.activeElement)
  const step = STEPS[key]

  if (key === 'Escape') return open ? null : actions.onClearSelection
  if (!areLettersOn() && /^.$/.test(key)) return null
  if (key === '/') return searchFocus()
  if (key === 'r') return actions.onReload
  if (step) return arrowIsFree(key, current) ? () => go(step) : null
  if (!current) return null
  if (key === 'x') return () => actions.onSelect(current)
  const own = actions.own?.[key]
  return own ? () => own(current) : null

  function go(by: number) {
    const next = neighbour(ids, current, by)
    if (!next) return
    if (open) actions.onOpen(next)
    else rowOf(next)?.focus()
  }
}

/** Arrows scroll the page until a row has the focus, and choose among radio buttons. */
function arrowIsFree(key: string, current: string): boolean {
  return !key.startsWith('Arrow') || (current !== '' && idOfRow(document.activeElement) !== '')
}

/** The next row, or the first one if none is current. */
export function neighbour(ids: readonly string[], current: string, by: number): string | null {
  const place = ids.indexOf(current)

  return (place < 0 ? ids[0] : ids[place + by]) ?? null
}

/** Null in a list without a search: there the key opens the command menu, as everywhere. */
function searchFocus(): (() => void) | null {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')

  return field && (() => field.focus())
}
