import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { saveFile } from '#browser/save-file.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AdminFailure } from './admin-failure.tsx'

type Props = {
  /** Without extension; the date is appended. */
  name: string
  load: () => Promise<Blob>
}

/** Saves the list with its current filter. The download needs the session, so it is fetched instead of linked. */
export function CsvButton({ name, load }: Props) {
  const { t } = useTranslation()
  const action = useAction<'csv'>()
  const download = () =>
    void action.run('csv', async () => {
      saveFile(await load(), `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
    })

  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant="secondary"
        size="sm"
        title={t('admin.csv.hint')}
        isBusy={action.running !== null}
        onClick={download}
      >
        {t('admin.csv.download')}
      </Button>
      {action.failure && (
        <AdminFailure title={t('admin.csv.failed')} error={action.failure.error} />
      )}
    </div>
  )
}
