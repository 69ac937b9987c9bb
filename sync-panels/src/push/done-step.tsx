import { undo } from '@app/sync/history'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { OutLink } from '#links/out-link.tsx'
import { BranchPullRequest } from '#pull-requests/branch-pull-request.tsx'
import { OpeningStep } from '#pull-requests/opening-step.tsx'
import { baseBefore, type Done } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

export function DoneStep({ done, onAgain }: { done: Done; onAgain: () => void }) {
  const { t } = usePanelTexts()
  const { host, bases, recordPush, githubUrl } = useSurroundings()
  const { run, running, failure } = useAction<'undo'>()
  const [undone, setUndone] = useState<string | null>(null)
  const { target, commit, before, files, counts, comparison, opening } = done
  const repository = `${githubUrl}/${repoOf(target)}`
  const isNewBranch = comparison.start.kind === 'new_branch'

  const takeBack = (sha: string) =>
    run('undo', async () => {
      const { commit: restored } = await undo(host, target, sha)
      setUndone(restored)
      // The branch is already correct; if these fail, the next review asks again.
      await Promise.allSettled([
        bases.write(target, baseBefore(comparison, sha)),
        recordPush({
          target,
          message: t('push.undoMessage', { sha7: sha.slice(0, 7) }),
          commit: restored,
          counts: { ...counts, added: counts.deleted, deleted: counts.added },
        }),
      ])
    })

  return (
    <div className="grid gap-4">
      <Notice tone="positive">
        <p>
          {t('push.done', { count: files, n: files, repo: repoOf(target), branch: target.branch })}{' '}
          <span className="font-mono">{commit.slice(0, 7)}</span>
        </p>
      </Notice>
      {done.isUnrecorded && <Notice tone="notice">{t('push.unrecorded')}</Notice>}
      {undone && (
        <Notice tone="positive">
          {t('push.undone', { branch: target.branch, sha7: undone.slice(0, 7) })}
        </Notice>
      )}
      {failure && before && <SyncTrouble error={failure.error} onRetry={() => takeBack(before)} />}
      {opening && <OpeningStep opening={opening} target={target} />}
      {!opening && !isNewBranch && <BranchPullRequest target={target} />}
      <div className="flex flex-wrap gap-3">
        <OutLink
          href={`${repository}/commit/${undone ?? commit}`}
          text={t('panels.openOnGithub')}
        />
        {isNewBranch && (!opening || opening.step === 'failed') && (
          <OutLink
            href={`${repository}/compare/${target.branch.split('/').map(encodeURIComponent).join('/')}?expand=1`}
            text={t('push.pullRequest')}
          />
        )}
        {before && !undone && (
          <Button
            variant="secondary"
            size="sm"
            isBusy={running === 'undo'}
            onClick={() => takeBack(before)}
          >
            {t('push.undo')}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onAgain}>
          {t('push.again')}
        </Button>
      </div>
    </div>
  )
}
