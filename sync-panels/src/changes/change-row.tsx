import type { Change } from '@app/sync/changes'
import type { Contents } from '@app/sync/contents'
import type { Repository } from '@app/sync/target'
import { Badge } from '@app/ui/badge.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { Fragment, type ReactNode, useEffect, useId, useState } from 'react'
import { FileDiffView } from '#diffs/file-diff.tsx'
import { LineCounts, type LineCountsOf } from '#diffs/line-counts.tsx'
import { isCountable, useSides } from '#diffs/use-sides.ts'
import { ProOnly } from '#pro/pro-only.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { ROW_BUTTON } from './row-keys.ts'

type Props = {
  change: Change
  repository: Repository
  contents: Contents
  /** Whether the new side is GitHub's. */
  isIncoming?: boolean
  /** Whether its lines are counted before it is opened. */
  isCounted?: boolean
  onCounted?: (path: string, counts: LineCountsOf) => void
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

/** A changed file with its counts, which expands to its lines. */
export function ChangeRow({ change, repository, contents, lead, children, ...props }: Props) {
  const { t } = usePanelTexts()
  const { isIncoming = false, isCounted = false, onCounted } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { path, kind, renamedFrom } = change
  const { sign, color, word } = SIGNS[kind]
  // Counting a file that is only in the project takes no request.
  const isCheap = kind === 'added' && !isIncoming
  const isWanted = isOpen || ((isCounted || isCheap) && isCountable(change))
  const sides = useSides({ change, repository, contents, isIncoming, isWanted })
  const diff = sides.state === 'loaded' && sides.data.diff.kind === 'lines' ? sides.data.diff : null
  useEffect(() => {
    if (diff) onCounted?.(path, diff)
  }, [diff, path, onCounted])

  return (
    <li className="border-b border-line text-sm last:border-b-0">
      <div className="flex items-center gap-1.5 pl-3 sm:gap-2 sm:pl-4 enabled-hover:bg-sunken">
        {lead}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          {...{ [ROW_BUTTON]: '' }}
          className="group flex min-h-11 min-w-0 flex-1 items-center gap-1.5 py-1.5 pr-3 pl-1 text-left sm:gap-2 sm:pr-4 focus-visible:-outline-offset-2"
        >
          <ChevronDownIcon className="size-4 flex-none -rotate-90 text-ink-faint transition-[rotate] group-aria-expanded:rotate-0" />
          <span aria-hidden="true" className={`w-3 flex-none text-center font-mono ${color}`}>
            {sign}
          </span>
          <span className="sr-only">{t(word)}</span>
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 font-mono text-xs break-words">
              {byFolder(renamedFrom ? t('changes.renamed', { from: renamedFrom, to: path }) : path)}
            </span>
            <ModeNote change={change} />
          </span>
          {isWanted && (
            <span className="min-w-12 flex-none text-right sm:min-w-16">
              {diff && <LineCounts {...diff} />}
            </span>
          )}
        </button>
      </div>
      {children && <div className="px-4">{children}</div>}
      {isOpen && (
        <div id={id} className="border-t border-line px-4 py-3">
          <ProOnly feature="review">
            <FileDiffView path={path} sides={sides} />
          </ProOnly>
        </div>
      )}
    </li>
  )
}

/** A path that is too long breaks after its folders first. */
const byFolder = (path: string): ReactNode =>
  path.split(/(?<=\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

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
