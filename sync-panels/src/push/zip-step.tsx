import type { SourceFile } from '@app/sync/read-files'
import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = {
  files: SourceFile[]
  onImported: () => Promise<void>
  onBack: (() => void) | null
}

/** If the environment cannot write: the whole project as a ZIP, which the member imports. */
export function ZipStep({ files, onImported, onBack }: Props) {
  const { t } = usePanelTexts()
  const { project } = useSurroundings()
  const { run, running, failure } = useAction<'zip' | 'imported'>()
  const [isSaved, setSaved] = useState(false)
  const { intake, name } = project
  const save = () =>
    run('zip', async () => {
      if (intake?.kind === 'zip') await intake.offerZip(name, files)
      setSaved(true)
    })

  return (
    <div className="grid gap-4">
      <h3 className="font-semibold">{t('pull.zip.title')}</h3>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>{t('pull.zip.download')}</li>
        <li>{t('pull.zip.import')}</li>
        <li>{t('pull.zip.confirm')}</li>
      </ol>
      {failure && <SyncTrouble error={failure.error} onRetry={save} />}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={isSaved ? 'secondary' : 'primary'}
          isBusy={running === 'zip'}
          onClick={save}
        >
          {t('pull.zip.save')}
        </Button>
        <Button
          variant={isSaved ? 'primary' : 'secondary'}
          disabled={!isSaved}
          isBusy={running === 'imported'}
          onClick={() => run('imported', onImported)}
        >
          {t('pull.zip.imported')}
        </Button>
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {t('pull.back')}
          </Button>
        )}
      </div>
    </div>
  )
}
