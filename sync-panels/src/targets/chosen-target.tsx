import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { type ReactNode, useState } from 'react'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { TargetPicker } from './target-picker.tsx'

type Props = {
  /** Whether the branch matters, or only the repository. */
  isOfBranch?: boolean
  children: (target: Target) => ReactNode
}

/** Shows the linked branch, or another one while mounted. */
export function ChosenTarget({ isOfBranch = true, children }: Props) {
  const { t } = usePanelTexts()
  const { account, project } = useSurroundings()
  const [other, setOther] = useState<Target | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const target = other ?? project.target

  if (!account) return <SyncTrouble error={new SyncError('not_connected')} />
  if (!target || isChoosing) {
    return (
      <TargetPicker
        submitText={t(isOfBranch ? 'targets.show' : 'targets.showRepository')}
        onChoose={(choice) => {
          setOther(choice.target)
          setChoosing(false)
        }}
        {...(target && { onCancel: () => setChoosing(false) })}
      />
    )
  }
  return (
    <div className="grid gap-4">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 flex-1 pt-2 font-semibold break-words">
          {isOfBranch
            ? t('push.target', { repo: repoOf(target), branch: target.branch })
            : repoOf(target)}
        </h3>
        <Button variant="quiet" size="sm" onClick={() => setChoosing(true)}>
          {t('push.change')}
        </Button>
      </div>
      {children(target)}
    </div>
  )
}
