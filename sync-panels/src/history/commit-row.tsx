import type { HistoryCommit } from '@app/sync/history'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useId, useState } from 'react'
import { OutLink } from '#links/out-link.tsx'
import { ProOnly } from '#pro/pro-only.tsx'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { BranchFromHere } from './branch-from-here.tsx'
import { CommitChanges } from './commit-changes.tsx'
import { useRestore } from './use-restore.tsx'

type Props = {
  commit: HistoryCommit
  target: Target
  /** Called with a text after a change that affects the list. */
  onChanged: (text: string) => void
}

type Opened = 'compare' | 'branch' | null

export function CommitRow({ commit, target, onChanged }: Props) {
  const { t } = usePanelTexts()
  const { builderUrl } = useSurroundings()
  const [isOpen, setOpen] = useState(false)
  const [opened, setOpened] = useState<Opened>(null)
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const { branch } = target
  const sha7 = commit.sha.slice(0, 7)
  const finish = (text: string) => {
    setOpen(false)
    onChanged(text)
  }
  const { bringBack, isRunning, trouble, forgetFailure } = useRestore({
    sha: commit.sha,
    target,
    find: async () => commit,
    onRestored: finish,
  })
  const show = (what: Opened) => {
    forgetFailure()
    setOpened(opened === what ? null : what)
  }
  const branched = (name: string) => finish(t('history.branched', { branch: name, sha7 }))

  return (
    <li className="border-b border-line px-4 py-2 last:border-b-0">
      <CommitHead
        commit={commit}
        isOpen={isOpen}
        controls={id}
        onToggle={() => {
          setOpen(!isOpen)
          setOpened(null)
        }}
      />
      {isOpen && (
        <div id={id} className="grid gap-2 py-2">
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={opened === 'compare'}
              onClick={() => show('compare')}
            >
              {t('history.compare')}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              isBusy={isRunning}
              onClick={() => setAsking(true)}
            >
              {t('history.restore')}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={opened === 'branch'}
              onClick={() => show('branch')}
            >
              {t('history.branch')}
            </Button>
            <OutLink
              href={`${builderUrl}/~/github.com/${repoOf(target)}/tree/${commit.sha}`}
              text={t('history.open')}
            />
            <OutLink href={commit.url} text={t('panels.openOnGithub')} />
          </div>
          <CommitOpened {...{ opened, commit, target }} onBranched={branched} />
        </div>
      )}
      {trouble}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('history.askTitle', { sha7 })}
        text={t('history.ask', { branch, sha7 })}
        cancelText={t('panels.cancel')}
        confirmText={t('history.restore')}
        onConfirm={() => void bringBack()}
      />
    </li>
  )
}

type OpenedProps = {
  opened: Opened
  commit: HistoryCommit
  target: Target
  onBranched: (name: string) => void
}

function CommitOpened({ opened, commit, target, onBranched }: OpenedProps) {
  if (opened === 'compare') {
    return (
      <ProOnly feature="review">
        <CommitChanges commit={commit} target={target} />
      </ProOnly>
    )
  }
  return opened && <BranchFromHere commit={commit} target={target} onMade={onBranched} />
}

type HeadProps = { commit: HistoryCommit; isOpen: boolean; controls: string; onToggle: () => void }

function CommitHead({ commit, isOpen, controls, onToggle }: HeadProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      className="block min-h-11 w-full text-left"
    >
      <span className="block font-medium break-words">{commit.title}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <span className="font-mono">{commit.sha.slice(0, 7)}</span>
        <span>{commit.authorLogin ?? commit.authorName}</span>
        <TimeAgo at={commit.date} />
      </span>
    </button>
  )
}
