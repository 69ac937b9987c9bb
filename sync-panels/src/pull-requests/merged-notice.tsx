import { followMerge } from '@app/sync/follow-merge'
import type { PullRequest } from '@app/sync/pull-request'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = { target: Target; pull: PullRequest; onFollowed: (base: string) => void }

/** The merged branch is no longer needed: one action returns the project to the base branch. */
export function MergedNotice({ target, pull, onFollowed }: Props) {
  const { t } = usePanelTexts()
  const { host, bases, project } = useSurroundings()
  const { run, running, failure } = useAction<'follow'>()
  const { head, base } = pull

  const follow = () =>
    run('follow', async () => {
      const followed = await followMerge(host, target, { pull, base: await bases.read(target) })
      // Written before the link: a branch without its base would make the next review a first one.
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
