import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { boardQuery, type Limits } from './queries.ts'
import type { TaskStatus } from './task.ts'

const SHOWN = 50

/** The board, kept fresh while somebody looks at it, and as much of each column as was asked for. */
export function useBoard(projectId: string, isHeld: boolean) {
  const [limits, setLimits] = useState<Limits>({ todo: SHOWN, inProgress: SHOWN, done: SHOWN })
  const query = boardQuery(projectId, limits)
  const board = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    // Nothing moves under a hand that is moving something.
    ...(isHeld && { refetchInterval: false, refetchOnWindowFocus: false }),
  })

  return {
    board,
    queryKey: query.queryKey,
    showMore: (status: TaskStatus) => setLimits({ ...limits, [status]: limits[status] + SHOWN }),
    /** How many the next press would show. */
    moreIn: (status: TaskStatus, total: number) => Math.min(SHOWN, total - limits[status]),
  }
}
