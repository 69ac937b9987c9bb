import { followMerge } from '@app/sync/follow-merge'
import type { PullRequest } from '@app/sync/pull-request'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = { target: Target; pull: PullRequest; onFollowed: (base: string) => void }

/** The branch has served its purpose: one action leads the project back to the base branch. */
export function MergedNotice({ target, pull, onFollowed }: Props) {
  const { t } = usePanelTexts()
  const { host, bases, project } = useSurroundings()
  const { run, running, failure } = useAction<'follow'>()
  const { head, base } = pull

  const follow = () =>
    run('follow', async () => {
      const followed = await followMerge(host, target, { pull, base: await bases.read(target) })
      // Before the link: with the branch, but without its base, the next review would ask as a first one does.
      if (followed.base) await bases.write(followed.target, followed.base)
      await project.link(followed.target)
      onFollowed(base)
    })

  return (
    <div className="grid gap-3">
      <p className="text-sm break-words">{t('pullRequests.merged', { head, base })}</p>
      {failure && <SyncTrouble error={failure.error} onRetry={follow} />}
      <div>
        <Button size="sm" isBusy={running === 'follow'} onClick={follow}>
          {t('pullRequests.follow', { base })}
        </Button>
      </div>
    </div>
  )
}
