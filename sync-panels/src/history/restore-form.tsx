import { findCommit } from '@app/sync/history'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useRestore } from './use-restore.tsx'

type Props = { sha: string; target: Target; onRestored: (text: string) => void }

/** Asks before it restores a commit that is known by its name alone. */
export function RestoreForm({ sha, target, onRestored }: Props) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const find = () => findCommit(host, target, sha)
  const { bringBack, isRunning, trouble } = useRestore({ sha, target, find, onRestored })

  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        {t('history.ask', { branch: target.branch, sha7: sha.slice(0, 7) })}
      </p>
      {trouble}
      <FormActions>
        <Button size="sm" isBusy={isRunning} onClick={() => void bringBack()}>
          {t('history.restore')}
        </Button>
      </FormActions>
    </div>
  )
}
