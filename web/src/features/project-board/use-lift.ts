import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Board, type Direction, isSamePlace, type Place, placeOf, step } from './board.ts'
import { followPointer } from './follow-pointer.ts'
import type { Task } from './task.ts'

export type Lift = { task: Task; place: Place; by: 'pointer' | 'keys' }

type Happening = 'lifted' | 'over' | 'dropped' | 'cancelled'

type Options = {
  board: Board | null | undefined
  onDrop: (task: Task, place: Place) => void
  /** For those who cannot see it. */
  onHappening: (happening: Happening, lift: Lift) => void
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** A task in the hand: taken up by mouse, finger or key, carried over the board, put down or put back. */
export function useLift({ board, onDrop, onHappening }: Options) {
  const [lift, setLift] = useState<Lift | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const handle = useHandleFocus(lift)

  function take(task: Task, by: Lift['by']): Lift | null {
    if (!board) return null
    const lifted = { task, place: placeOf(board, task), by }
    setLift(lifted)
    onHappening('lifted', lifted)
    return lifted
  }

  function carry(lifted: Lift, place: Place): Lift {
    if (isSamePlace(place, lifted.place)) return lifted
    const carried = { ...lifted, place }
    setLift(carried)
    onHappening('over', carried)
    return carried
  }

  function putDown(lifted: Lift) {
    setLift(null)
    onHappening('dropped', lifted)
    if (board && !isSamePlace(lifted.place, placeOf(board, lifted.task))) {
      onDrop(lifted.task, lifted.place)
    }
    if (lifted.by === 'keys') handle.focusAgain(lifted)
  }

  function putBack(lifted: Lift) {
    setLift(null)
    onHappening('cancelled', lifted)
  }

  /** From anywhere on the card by mouse; by finger only from its handle, so that a board can be scrolled. */
  function press(event: PointerEvent, task: Task) {
    const isHandle = (event.target as Element).closest('[data-handle]') !== null
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isHandle)) return
    let lifted: Lift | null = null

    followPointer(event.nativeEvent, ghost, {
      onStart: () => {
        lifted = take(task, 'pointer')
      },
      onOver: (place) => {
        if (lifted) lifted = carry(lifted, place)
      },
      onEnd: (isDropped) => {
        if (lifted) (isDropped ? putDown : putBack)(lifted)
      },
    })
  }

  function pressKey(event: KeyboardEvent, task: Task) {
    const isToggle = event.key === ' ' || event.key === 'Enter'
    const direction = DIRECTIONS[event.key]
    if (!lift) {
      if (!isToggle) return
      event.preventDefault()
      take(task, 'keys')
      return
    }
    if (!board || !(isToggle || direction || event.key === 'Escape')) return

    event.preventDefault()
    if (isToggle) putDown(lift)
    else if (direction) carry(lift, step(board, lift.task, lift.place, direction))
    else putBack(lift)
  }

  return {
    lift,
    ghost,
    press,
    pressKey,
    /** Whoever walks away from what he carries by keys puts it back. */
    leave: () => lift?.by === 'keys' && putBack(lift),
  }
}

/** A task that has changed its column is drawn anew there; the focus goes with it. */
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
