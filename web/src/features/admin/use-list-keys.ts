import { useEffect } from 'react'
import { areShortcutsOn } from '#browser/shortcuts-choice.ts'
import { idOfRow, rowOf } from './row-elements.ts'

type Actions = {
  /** The ids of the page's rows, in order. */
  ids: readonly string[]
  /** The id of the open row, or empty. */
  open: string
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  onClearSelection: () => void
  onReload: () => void
  /** Additional keys of this list, for the open or focused row. */
  own?: Record<string, (id: string) => void>
}

/** Elements in which keys are input to a field, menu or dialog. The drawer is part of the list. */
const BUSY =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="combobox"], [role="menu"], [role="listbox"], [role="alertdialog"], [role="dialog"]:not([data-drawer])'

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** The keys of every list: `/`, `j`, `k`, arrows, `x`, `r` and Esc. Enter follows the row's own link. */
export function useListKeys(actions: Actions): void {
  useEffect(() => {
    // Registered before the window's listener, whose `/` opens the command menu.
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
  if (!areShortcutsOn() && /^.$/.test(key)) return null
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

/** Arrows scroll the page until a row has the focus; in radio groups they select. */
function arrowIsFree(key: string, current: string): boolean {
  return !key.startsWith('Arrow') || (current !== '' && idOfRow(document.activeElement) !== '')
}

/** The next row, or the first one if none is current. */
export function neighbour(ids: readonly string[], current: string, by: number): string | null {
  const place = ids.indexOf(current)

  return (place < 0 ? ids[0] : ids[place + by]) ?? null
}

/** Null in a list without search: there the key opens the command menu, as elsewhere. */
function searchFocus(): (() => void) | null {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')

  return field && (() => field.focus())
}
