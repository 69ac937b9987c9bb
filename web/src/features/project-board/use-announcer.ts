import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { type Board, othersIn } from './board.ts'
import { COLUMN_WORDS } from './task.ts'
import type { Lift } from './use-lift.ts'

const WORDS = {
  lifted: 'board.said.lifted',
  over: 'board.said.over',
  dropped: 'board.said.dropped',
  cancelled: 'board.said.cancelled',
} satisfies Record<string, MessageKey>

/** Tells whoever moves a task by keys where it is. */
export function useAnnouncer(board: Board | null | undefined) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')

  function say(happening: keyof typeof WORDS, { task, place, by }: Lift) {
    if (!board || by !== 'keys') return
    setSaid(
      t(WORDS[happening], {
        name: task.name,
        place: place.index + 1,
        count: othersIn(board[place.status], task).length + 1,
        column: t(COLUMN_WORDS[place.status]),
      }),
    )
  }

  return { said, say }
}
