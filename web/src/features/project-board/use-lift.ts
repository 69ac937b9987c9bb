import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Board, Task } from '#api/projects/tasks.ts'
import { type Direction, isSamePlace, type Place, placeOf, step } from './board.ts'
import { followPointer } from './follow-pointer.ts'

export type Lift = { task: Task; place: Place; by: 'pointer' | 'keys' }

type LiftEvent = 'lifted' | 'over' | 'dropped' | 'cancelled'

type Options = {
  board: Board | null | undefined
  onDrop: (task: Task, place: Place) => void
  /** For announcements to screen readers, and to pause polling. */
  onLiftEvent: (event: LiftEvent, lift: Lift) => void
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** A task that is being moved by mouse, finger or keys, until it is dropped or the move is cancelled. */
export function useLift({ board, onDrop, onLiftEvent }: Options) {
  const [lift, setLift] = useState<Lift | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const handle = useHandleFocus(lift)

  function start(task: Task, by: Lift['by']): Lift | null {
    if (!board) return null
    const lifted = { task, place: placeOf(board, task), by }
    setLift(lifted)
    onLiftEvent('lifted', lifted)
    return lifted
  }

  function moveTo(lifted: Lift, place: Place): Lift {
    if (isSamePlace(place, lifted.place)) return lifted
    const carried = { ...lifted, place }
    setLift(carried)
    onLiftEvent('over', carried)
    return carried
  }

  function drop(lifted: Lift) {
    setLift(null)
    onLiftEvent('dropped', lifted)
    if (board && !isSamePlace(lifted.place, placeOf(board, lifted.task))) {
      onDrop(lifted.task, lifted.place)
    }
    if (lifted.by === 'keys') handle.focusAgain(lifted)
  }

  function cancel(lifted: Lift) {
    setLift(null)
    onLiftEvent('cancelled', lifted)
  }

  /** From anywhere on the card by mouse; by finger only from its handle, so that a board can be scrolled. */
  function press(event: PointerEvent, task: Task) {
    const isHandle = (event.target as Element).closest('[data-handle]') !== null
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isHandle)) return
    let lifted: Lift | null = null

    followPointer(event.nativeEvent, ghost, {
      onStart: () => {
        lifted = start(task, 'pointer')
      },
      onOver: (place) => {
        if (lifted) lifted = moveTo(lifted, place)
      },
      onEnd: (isDropped) => {
        if (lifted) (isDropped ? drop : cancel)(lifted)
      },
    })
  }

  function pressKey(event: KeyboardEvent, task: Task) {
    const isToggle = event.key === ' ' || event.key === 'Enter'
    const direction = DIRECTIONS[event.key]
    if (!lift) {
      if (!isToggle) return
      event.preventDefault()
      start(task, 'keys')
      return
    }
    if (!board || !(isToggle || direction || event.key === 'Escape')) return

    event.preventDefault()
    if (isToggle) drop(lift)
    else if (direction) moveTo(lift, step(board, lift.task, lift.place, direction))
    else cancel(lift)
  }

  return {
    lift,
    ghost,
    press,
    pressKey,
    /** Moving the focus away cancels a move by keys. */
    leave: () => lift?.by === 'keys' && cancel(lift),
  }
}

/** A task that changed its column is rendered anew there, so its handle is focused again. */
function useHandleFocus(lift: Lift | null) {
  const wanted = useRef<string | null>(null)

  useEffect(() => {
    if (!wanted.current || lift) return
    const handle = document.querySelector<HTMLElement>(wanted.current)
    if (!handle) return
    handle.focus()
    wanted.current = null
  })

  return {
    focusAgain: ({ task, place }: Lift) => {
      wanted.current = `[data-column="${place.status}"] [data-handle="${task.id}"]`
    },
  }
}
