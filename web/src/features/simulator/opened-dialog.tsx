import { isOdd } from '@app/sync/read-files'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useBuilder, useBuilderState } from './use-builder.tsx'
import type { Opened } from './use-opening.ts'

type Props = { opened: Opened; onClose: () => void }

/** Asks whether the files are a new version of the open project or a different one. */
export function OpenedDialog({ opened: { name, set }, onClose }: Props) {
  const { t } = useTranslation()
  const builder = useBuilder()
  const { current } = useBuilderState()
  const { run, running } = useAction<'replace' | 'create'>()
  const leftOut = set.leftOut.map(({ path, reason }) =>
    isOdd(reason) ? `${path} (${t(`pathReasons.${reason}`)})` : path,
  )

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('simulator.builder.archive.title')}
      lead={t('simulator.builder.archive.lead', { name, count: set.files.length })}
      closeText={t('common.close')}
    >
      <div className="grid gap-4 text-sm">
        {leftOut.length > 0 && (
          <p className="text-ink-soft break-words">
            {t('simulator.builder.archive.leftOut', { paths: leftOut.slice(0, 5).join(', ') })}
          </p>
        )}
        {current && (
          <p className="text-ink-soft">
            {t('simulator.builder.archive.replaceHint', { project: current.name })}
          </p>
        )}
        <FormActions>
          {current && (
            <Button
              variant="secondary"
              size="sm"
              isBusy={running === 'replace'}
              onClick={() =>
                run('replace', async () => {
                  await builder.replaceFiles(current.id, set.files)
                  onClose()
                })
              }
            >
              {t('simulator.builder.archive.replace', { project: current.name })}
            </Button>
          )}
          <Button
            size="sm"
            isBusy={running === 'create'}
            onClick={() =>
              run('create', async () => {
                await builder.create(name, set.files)
                onClose()
              })
            }
          >
            {t('simulator.builder.archive.create')}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
