import { openOperation } from '@app/sync/progress'
import { type RepositoryFacts, readRepository } from '@app/sync/read-repository'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { useEffect, useState } from 'react'
import { useLoaded } from '#loading/use-loaded.ts'
import { ProOnly } from '#pro/pro-only.tsx'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { TargetPicker } from '#targets/target-picker.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { CopyProgress } from './copy-progress.tsx'
import type { ImportService } from './import-service.ts'
import { useZip, ZipProgress } from './zip-download.tsx'

/** Imports a repository from GitHub into the builder. */
export function ImportPanel({ service }: { service: ImportService }) {
  const { t } = usePanelTexts()
  const [target, setTarget] = useState<Target | null>(null)
  const [cloneId, setCloneId] = useState<string | null>(null)
  useRunningImport(service, setCloneId)

  if (cloneId !== null) {
    return (
      <CopyProgress
        key={cloneId}
        service={service}
        cloneId={cloneId}
        onDone={() => {
          setCloneId(null)
          setTarget(null)
        }}
      />
    )
  }
  if (!target) {
    return (
      <div className="grid gap-5">
        <p className="max-w-prose text-sm text-ink-soft">{t('import.lead')}</p>
        <TargetPicker
          submitText={t('import.choose')}
          onChoose={(choice) => setTarget(choice.target)}
        />
      </div>
    )
  }
  return (
    <ChosenRepository
      key={`${repoOf(target)} ${target.branch}`}
      service={service}
      target={target}
      onStarted={setCloneId}
      onBack={() => setTarget(null)}
    />
  )
}

/** An import continues without its tab, and is shown again later. */
function useRunningImport(service: ImportService, onFound: (cloneId: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the panel opens.
  useEffect(() => {
    service.running().then(
      (found) => found && onFound(found),
      () => {},
    )
  }, [])
}

type ChosenProps = {
  service: ImportService
  target: Target
  onStarted: (cloneId: string) => void
  onBack: () => void
}

function ChosenRepository({ service, target, onStarted, onBack }: ChosenProps) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const facts = useLoaded(repoOf(target), (signal) =>
    readRepository(host, openOperation({ signal }), target, false),
  )

  return (
    <div className="grid gap-5">
      <p className="font-medium break-words">
        {t('push.target', { repo: repoOf(target), branch: target.branch })}
      </p>
      {facts.state === 'loading' && <p role="status">{t('import.looking')}</p>}
      {facts.state === 'failed' && <SyncTrouble error={facts.error} onRetry={facts.reload} />}
      {facts.state === 'loaded' && (
        <Ways service={service} target={target} facts={facts.data} onStarted={onStarted} />
      )}
      <div>
        <Button variant="quiet" size="sm" onClick={onBack}>
          {t('import.back')}
        </Button>
      </div>
    </div>
  )
}

type WaysProps = Pick<ChosenProps, 'service' | 'target' | 'onStarted'> & { facts: RepositoryFacts }

/** Public repositories open immediately; others need a copy or a ZIP file. */
function Ways({ service, target, facts, onStarted }: WaysProps) {
  const { t } = usePanelTexts()
  const { builderUrl } = useSurroundings()
  const [isAsking, setAsking] = useState(false)
  const zip = useZip(service, target)
  const isOpen = !facts.isPrivate && target.branch === facts.defaultBranch

  if (isOpen) {
    return (
      <p>
        <a
          href={`${builderUrl}/~/github.com/${facts.owner}/${facts.name}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('primary')}
        >
          {t('import.open')}
        </a>
      </p>
    )
  }
  if (zip.isRunning) return <ZipProgress zip={zip} />
  const copy = (
    <div>
      <Button onClick={() => setAsking(true)}>{t('import.copy')}</Button>
    </div>
  )

  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-sm text-ink-soft">
        {facts.isPrivate ? t('import.isPrivate') : t('import.isBranch')}
      </p>
      {zip.error !== null && <SyncTrouble error={zip.error} onRetry={zip.start} />}
      {target.branch === facts.defaultBranch ? copy : <ProOnly feature="branch">{copy}</ProOnly>}
      <div>
        <Button variant="secondary" size="sm" onClick={zip.start}>
          {t('import.zip')}
        </Button>
      </div>
      {isAsking && (
        <CopyDialog
          service={service}
          target={target}
          onStarted={onStarted}
          onZip={() => {
            setAsking(false)
            zip.start()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
