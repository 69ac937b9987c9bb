import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Dialog } from '@app/ui/dialog.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { ProLock } from '#pro/pro-lock.tsx'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import type { ImportService } from './import-service.ts'
import { refusalText } from './refusal-text.ts'

type Props = {
  service: ImportService
  target: Target
  onStarted: (cloneId: string) => void
  onZip: () => void
  onClose: () => void
}

/** Says what becomes public before anything does. */
export function CopyDialog({ service, target, onStarted, onZip, onClose }: Props) {
  const { t } = usePanelTexts()
  const { run, running, failure } = useAction<'start'>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const repo = repoOf(target)

  const start = () =>
    run('start', async () => {
      setRefusal(null)
      const outcome = await service.start(repo, target.branch)
      if (outcome.kind === 'started') onStarted(outcome.cloneId)
      else setRefusal(outcome.code)
    })

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('import.dialog.title', { repo })}
      closeText={t('import.dialog.close')}
    >
      <div className="grid gap-5">
        <p className="text-ink-soft">{t('import.dialog.text', { repo, branch: target.branch })}</p>
        {service.isByBrowser && <p className="font-medium">{t('import.dialog.keepOpen')}</p>}
        {failure && <Notice tone="danger">{t('import.unheard')}</Notice>}
        {refusal !== null && <Refusal code={refusal} target={target} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" size="sm" onClick={onClose}>
            {t('import.dialog.cancel')}
          </Button>
          <Button variant="secondary" size="sm" onClick={onZip}>
            {t('import.zip')}
          </Button>
          <Button size="sm" isBusy={running === 'start'} onClick={start}>
            {t('import.dialog.make')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The server checks the plan and the app's rights itself. */
function Refusal({ code, target }: { code: string; target: Target }) {
  const { t } = usePanelTexts()
  const { ways, siteName, account } = useSurroundings()
  if (code === 'pro_required') return <ProLock feature="branch" />
  const isAtGithub = code === 'clone_not_deletable' || code === 'repository_missing'
  // Copies are made in the member's own account.
  const owner = code === 'clone_not_deletable' ? (account?.login ?? '') : target.owner

  return (
    <Notice tone="danger">
      <p>{refusalText(t, code, { ...target, siteName })}</p>
      {isAtGithub && (
        <a
          href={ways.access(owner)}
          target="_blank"
          rel="noreferrer"
          className={`mt-2 ${buttonClasses('secondary', 'sm')}`}
        >
          {t('panels.giveAccess')}
        </a>
      )}
    </Notice>
  )
}
