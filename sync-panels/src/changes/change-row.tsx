import type { Change } from '@app/sync/changes'
import type { Contents } from '@app/sync/contents'
import type { Repository } from '@app/sync/target'
import { Badge } from '@app/ui/badge.tsx'
import { type ReactNode, useId, useState } from 'react'
import { FileDiffView } from '#diffs/file-diff.tsx'
import { ProOnly } from '#pro/pro-only.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = {
  change: Change
  repository: Repository
  contents: Contents
  /** Whether the new side is GitHub's. */
  isIncoming?: boolean
  /** Before the path, for instance a checkbox. */
  lead?: ReactNode
  /** Below the path. */
  children?: ReactNode
}

const SIGNS = {
  added: { sign: '+', color: 'text-positive', word: 'changes.added' },
  changed: { sign: '±', color: 'text-ink-soft', word: 'changes.changed' },
  mode: { sign: '±', color: 'text-ink-soft', word: 'changes.changed' },
  deleted: { sign: '−', color: 'text-danger', word: 'changes.deleted' },
} as const

/** A changed file, which expands to its lines. */
export function ChangeRow({ change, repository, contents, lead, children, ...props }: Props) {
  const { t } = usePanelTexts()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { path, kind, renamedFrom, before, after } = change
  const { sign, color, word } = SIGNS[kind]

  return (
    <li className="border-b border-line px-4 py-1 text-sm last:border-b-0">
      <div className="flex items-center gap-3">
        {lead}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-10 min-w-0 flex-1 items-center gap-3 text-left pointer-coarse:min-h-11"
        >
          <span aria-hidden="true" className={`w-3 flex-none text-center font-mono ${color}`}>
            {sign}
          </span>
          <span className="sr-only">{t(word)}</span>
          <span className="min-w-0 flex-1 font-mono text-xs break-all">
            {renamedFrom ? t('changes.renamed', { from: renamedFrom, to: path }) : path}
          </span>
        </button>
        <ModeNote change={change} />
      </div>
      {children}
      {isOpen && (
        <div id={id} className="pb-3">
          <ProOnly feature="review">
            <FileDiffView
              repository={repository}
              path={path}
              before={renamedFrom ? (after?.sha ?? null) : (before?.sha ?? null)}
              after={after?.sha ?? null}
              contents={contents}
              isIncoming={props.isIncoming ?? false}
            />
          </ProOnly>
        </div>
      )}
    </li>
  )
}

const MODES: Record<string, 'changes.executable' | 'changes.link' | 'changes.plain'> = {
  '100755': 'changes.executable',
  '120000': 'changes.link',
  '100644': 'changes.plain',
}

/** A new or unusual file mode. */
function ModeNote({ change: { before, after } }: { change: Change }) {
  const { t } = usePanelTexts()
  const mode = after?.mode ?? ''
  const word = MODES[mode]
  const isWorthSaying = before ? before.mode !== mode : mode !== '100644'
  if (!word || !isWorthSaying) return null

  return <Badge>{t(word)}</Badge>
}
