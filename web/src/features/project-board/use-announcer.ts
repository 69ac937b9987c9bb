import { useState } from 'react'
import type { Board } from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { othersIn } from './board.ts'
import { COLUMN_WORDS } from './task-words.ts'
import type { Lift } from './use-lift.ts'

const WORDS = {
  lifted: 'board.said.lifted',
  over: 'board.said.over',
  dropped: 'board.said.dropped',
  cancelled: 'board.said.cancelled',
} satisfies Record<string, MessageKey>

/** The live region's text: the position of a task moved by keys. */
export function useAnnouncer(board: Board | null | undefined) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')

  function say(event: keyof typeof WORDS, { task, place, by }: Lift) {
    if (!board || by !== 'keys') return
    setSaid(
      t(WORDS[event], {
        name: task.name,
        place: place.index + 1,
        count: othersIn(board[place.status], task).length + 1,
        column: t(COLUMN_WORDS[place.status]),
      }),
    )
  }

  return { said, say }
}
