import type { Target } from '@app/sync/target'
import { BranchFromHere } from '@app/sync-panels/branch-from-here'
import { RestoreForm } from '@app/sync-panels/restore-form'
import { SurroundingsProvider } from '@app/sync-panels/surroundings'
import { Dialog } from '@app/ui/dialog.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { refreshAfterPush } from '#api/github/refresh-after-push.ts'
import type { Project } from '#api/projects/projects.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useProjectSurroundings } from './use-project-surroundings.ts'

type Props = {
  action: 'restore' | 'branch'
  project: Project
  target: Target
  sha: string
  onClose: () => void
}

/** Restores a commit of the project's history, or creates a branch from it. */
export function CommitDialog({ action, project, target, sha, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const sha7 = sha.slice(0, 7)
  const finish = (title: string) => {
    toasts.show({ title, tone: 'positive' })
    void refreshAfterPush(client, [project.id])
    onClose()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        action === 'restore'
          ? t('history.askTitle', { sha7 })
          : t('project.history.branchTitle', { sha: sha7 })
      }
      closeText={t('common.close')}
    >
      <SurroundingsProvider value={useProjectSurroundings(project)}>
        {action === 'restore' ? (
          <RestoreForm sha={sha} target={target} onRestored={finish} />
        ) : (
          <BranchFromHere
            commit={{ sha }}
            target={target}
            onMade={(branch) => finish(t('history.branched', { branch, sha7 }))}
          />
        )}
      </SurroundingsProvider>
    </Dialog>
  )
}
