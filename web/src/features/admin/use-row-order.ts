import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type Item = { id: string }

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * The order of a list while a row is dragged or moved by arrow keys. `onOrder` saves it. Escape cancels a drag.
 */
export function useRowOrder<Row extends Item>(
  rows: readonly Row[],
  onOrder: (rows: Row[], moved: Row) => void,
) {
  const [dragged, setDragged] = useState<{ id: string; order: Row[] } | null>(null)

  const handleFor = (row: Row) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged({ id: row.id, order: [...rows] })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!dragged) return
      const place = placeAt(event.currentTarget.closest('ol'), event.clientY)
      setDragged({ id: row.id, order: movedTo(dragged.order, row.id, place) })
    },
    onPointerUp: () => {
      if (dragged && !isSame(dragged.order, rows)) onOrder(dragged.order, row)
      setDragged(null)
    },
    onPointerCancel: () => setDragged(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = STEPS[event.key]
      if (event.key === 'Escape' && dragged) {
        event.stopPropagation()
        setDragged(null)
      }
      if (!step) return
      event.preventDefault()
      const order = movedTo(rows, row.id, rows.findIndex(({ id }) => id === row.id) + step)
      if (!isSame(order, rows)) onOrder(order, row)
    },
  })

  return { order: dragged?.order ?? rows, draggedId: dragged?.id ?? null, handleFor }
}

/** Positions outside the list become its ends. */
export function movedTo<Row extends Item>(rows: readonly Row[], id: string, place: number): Row[] {
  const moved = rows.find((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  if (!moved) return [...rows]
  const at = Math.max(0, Math.min(place, others.length))

  return [...others.slice(0, at), moved, ...others.slice(at)]
}

const isSame = (one: readonly Item[], other: readonly Item[]) =>
  one.every(({ id }, place) => other[place]?.id === id)

/** The number of rows that end above the pointer. */
function placeAt(list: Element | null, y: number): number {
  return [...(list?.children ?? [])].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
